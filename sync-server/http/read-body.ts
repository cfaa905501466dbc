import { isUtf8 } from 'node:buffer';
import type { Context } from 'hono';
import * as v from 'valibot';
import { AppError } from '#shared/kernel/app-error.ts';
import { shorten } from '#server/core/shorten.ts';
import type { AppEnv } from './app-env.ts';

/** Reads a request's text. @throws AppError 413 above the limit, 415 for a compressed body */
export async function readText(c: Context<AppEnv>, maxBytes: number): Promise<string> {
  return (await readUtf8(c, maxBytes)).toString('utf8');
}

/** Reads a request's text as UTF-8 bytes, without a byte order mark. @throws AppError as `readText` */
export async function readUtf8(c: Context<AppEnv>, maxBytes: number): Promise<Buffer> {
  const encoding = c.req.header('content-encoding');
  if (encoding !== undefined && encoding !== 'identity') {
    throw new AppError('invalid-argument', 'Send the body without Content-Encoding.', { status: 415 });
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of toChunks(c, maxBytes)) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (!isUtf8(bytes)) throw new AppError('invalid-argument', 'The body is not valid UTF-8.');
  return bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    ? bytes.subarray(BYTE_ORDER_MARK.length)
    : bytes;
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/**
 * Reads a body with a content length directly from the socket; the HTTP parser enforces that length. Other bodies come
 * from the slower web stream, which can be abandoned halfway.
 */
function toChunks(c: Context<AppEnv>, maxBytes: number): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  const announced = Number(c.req.header('content-length') ?? Number.NaN);
  if (announced > maxBytes) throw tooLarge(maxBytes);
  const { incoming } = c.env ?? {};
  return (announced >= 0 ? incoming : undefined) ?? c.req.raw.body ?? [];
}

/** Reads and validates a JSON body. @throws AppError `invalid-argument` with the path of the first fault */
export async function readJson<Output>(
  c: Context<AppEnv>,
  schema: v.GenericSchema<unknown, Output>,
  maxBytes: number,
): Promise<Output> {
  const text = await readText(c, maxBytes);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    // The parser's own message quotes the body, which may hold a password.
    const position = /at position (\d+)/.exec((cause as Error).message)?.[1];
    const place = position === undefined ? '' : ` at character ${Number(position) + 1}`;
    throw new AppError('invalid-argument', `The body is not JSON${place}.`);
  }
  return parse(schema, body);
}

/** Validates a value. @throws AppError `invalid-argument` with the path of the first fault */
export function parse<Output>(schema: v.GenericSchema<unknown, Output>, value: unknown): Output {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new AppError('invalid-argument', shorten(issue.message), { path: v.getDotPath(issue) ?? undefined });
}

function tooLarge(maxBytes: number): AppError {
  const message = `The body is larger than ${maxBytes / 1024} KiB. Send it in smaller parts.`;
  return new AppError('resource-exhausted', message, { status: 413 });
}
