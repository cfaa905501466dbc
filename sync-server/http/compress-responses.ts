import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress';
import type { AppEnv } from './app-env.ts';

const inBackground = promisify(gzip);
/** Shorter ones hardly become shorter. */
const LEAST_BYTES = 1024;

/**
 * Answers texts with gzip where it is asked for: whole and on another thread. A stream of the platform, which the
 * framework's own middleware takes, costs several times as much and nothing here needs it.
 */
export const compressResponses: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  if (!isCompressible(c)) return;
  const { status, headers } = c.res;
  headers.append('Vary', 'Accept-Encoding');
  if (!takesGzip(c.req.header('accept-encoding'))) return;
  const plain = c.get('bodyBytes') ?? new Uint8Array(await c.res.arrayBuffer());
  const isLong = plain.length >= LEAST_BYTES;
  const body = isLong ? await inBackground(plain) : plain;
  headers.delete('Content-Length');
  if (isLong) headers.set('Content-Encoding', 'gzip');
  const etag = headers.get('ETag');
  if (isLong && etag?.startsWith('"')) headers.set('ETag', `W/${etag}`);
  // Taken away first: put in place of another one, an answer is made anew from the streams of both.
  c.res = undefined;
  c.res = new Response(body, { status, headers });
};

/** Whole texts: neither a part of one, nor what has no body. */
function isCompressible({ req, res }: Context<AppEnv>): boolean {
  const { status, headers } = res;
  if (req.method === 'HEAD' || status === 206 || status === 204 || status === 304) return false;
  if (headers.has('Content-Encoding') || /\bno-transform\b/i.test(headers.get('Cache-Control') ?? ''))
    return false;
  return COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get('Content-Type') ?? '');
}

/** Whether a caller takes gzip: named, or among all (`*`), and not with a weight of nothing. */
function takesGzip(accepted: string | undefined): boolean {
  const weights = new Map(
    (accepted ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part
        .toLowerCase()
        .split(';')
        .map((piece) => piece.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))];
    }),
  );
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}
