import { Hono } from 'hono';
import type { Clock } from '#shared/kernel/clock.ts';
import { HEARTBEAT_MS } from '#shared/sync/messages.ts';
import { hashScope } from '#server/core/checkpoint.ts';
import type { ChangesFeed } from '#server/core/changes-feed.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import type { AppEnv } from './app-env.ts';

/** Bytes a reader may leave unread before it is cut; what it missed comes by pull. */
const MAX_UNREAD_BYTES = 64 * 1024;
/** No stream lives longer, whatever its token says. */
const MAX_STREAM_MS = 3_600_000;

const encoder = new TextEncoder();
const HEARTBEAT = encoder.encode(': still here\n\n');

/** One stream for all collections: `hello`, pokes, heartbeats. It ends with the token it was opened with. */
export function streamRoute(store: DocumentStore, feed: ChangesFeed, clock: Clock): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/stream', async (c) => {
    const actor = c.get('actor');
    const lifetime = Math.min(MAX_STREAM_MS, (c.get('tokenExpiresAt') ?? Infinity) - clock.now());
    const sequence = await store.newestSequence();
    const hello = { epoch: store.epoch, sequence, scope: hashScope(actor) };
    let end = () => {};

    const body = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const send = (bytes: Uint8Array) => {
            if ((controller.desiredSize ?? 0) <= 0) end();
            else controller.enqueue(bytes);
          };
          const unsubscribe = feed.subscribe(actor, (poke) => send(toEvent('poke', poke)));
          const heartbeat = setInterval(() => send(HEARTBEAT), HEARTBEAT_MS);
          const expiry = setTimeout(() => end(), lifetime);
          end = once(() => {
            unsubscribe();
            clearInterval(heartbeat);
            clearTimeout(expiry);
            controller.close();
          });
          send(toEvent('hello', hello));
        },
        cancel: () => end(),
      },
      { highWaterMark: MAX_UNREAD_BYTES, size: (bytes) => bytes?.length ?? 0 },
    );
    return c.body(body, 200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    });
  });
}

function toEvent(name: string, data: object): Uint8Array {
  return encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    try {
      action();
    } catch {
      // The reader has gone already; there is nothing left to close.
    }
  };
}
