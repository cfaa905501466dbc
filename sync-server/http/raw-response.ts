import { PassThrough, type Writable } from 'node:stream';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';

/** Writes the body of an answer whose head is out; it may go on writing for as long as `out` is open. */
export type BodyWriter = (out: Writable) => void;

/**
 * Hands a lasting answer Node's own response to write to: bytes that many answers share go out without a copy or a
 * wrapper for each. Stands around all other middleware, whose headers are part of the head.
 */
export const rawResponse: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const writeBody = c.get('writeBody');
  if (writeBody === undefined || c.error !== undefined) return;
  const { status, headers } = c.res;
  const { outgoing } = c.env ?? {};
  if (outgoing === undefined) {
    const body = new PassThrough();
    writeBody(body);
    c.res = new Response(toWebStream(body), { status, headers });
    return;
  }
  outgoing.writeHead(status, Object.fromEntries(headers));
  writeBody(outgoing);
  c.res = undefined;
  c.res = RESPONSE_ALREADY_SENT;
};

/** Not `Readable.toWeb`: of Node 20 it throws past everybody when a reader leaves before the first bytes. */
function toWebStream(body: PassThrough): ReadableStream<Uint8Array> {
  let isOpen = true;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      body.on('data', (chunk: Buffer) => isOpen && controller.enqueue(new Uint8Array(chunk)));
      body.once('close', () => {
        if (isOpen) controller.close();
        isOpen = false;
      });
    },
    cancel() {
      isOpen = false;
      body.destroy();
    },
  });
}
