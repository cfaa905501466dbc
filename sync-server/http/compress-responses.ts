import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress';
import type { AppEnv } from './app-env.ts';

const inBackground = promisify(gzip);
/** Compression hardly shrinks smaller responses. */
const LEAST_BYTES = 1024;

/**
 * Compresses text responses with gzip when the caller accepts it, in one piece on another thread. Hono's own middleware
 * uses a `CompressionStream`, which costs several times as much; here only streams do, which are never held as a whole.
 */
export const compressResponses: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  if (!isCompressible(c)) return;
  const { status, headers } = c.res;
  headers.append('Vary', 'Accept-Encoding');
  if (!takesGzip(c.req.header('accept-encoding'))) return;
  const stream = c.get('isStreamed') ? c.res.body : null;
  const plain = stream ? undefined : (c.get('bodyBytes') ?? new Uint8Array(await c.res.arrayBuffer()));
  const isLong = plain === undefined || plain.length >= LEAST_BYTES;
  const body = plain ? await compress(plain) : stream?.pipeThrough(new CompressionStream('gzip'));
  headers.delete('Content-Length');
  if (isLong) headers.set('Content-Encoding', 'gzip');
  const etag = headers.get('ETag');
  if (isLong && etag?.startsWith('"')) headers.set('ETag', `W/${etag}`);
  // Cleared first: assigning over an existing response makes Hono rebuild it, with a stream as body.
  c.res = undefined;
  c.res = new Response(body, { status, headers });
};

async function compress(plain: Uint8Array): Promise<Uint8Array> {
  return plain.length >= LEAST_BYTES ? inBackground(plain) : plain;
}

/** True for complete text responses, false for partial content and responses without a body. */
function isCompressible({ req, res }: Context<AppEnv>): boolean {
  const { status, headers } = res;
  if (req.method === 'HEAD' || status === 206 || status === 204 || status === 304) return false;
  if (headers.has('Content-Encoding') || /\bno-transform\b/i.test(headers.get('Cache-Control') ?? ''))
    return false;
  return COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get('Content-Type') ?? '');
}

/** Whether the caller accepts gzip, by name or by `*`, with a weight above 0. */
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
