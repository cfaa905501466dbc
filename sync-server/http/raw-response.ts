import { PassThrough } from 'node:stream';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';

/**
 * Lets a streaming handler write to Node's response directly, so bytes shared by many streams are sent without a copy
 * or wrapper per stream. Must be the outermost middleware, so that all headers are set.
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

/** Replaces `Readable.toWeb`, which in Node 20 throws uncaught when the reader leaves before the first bytes. */
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
