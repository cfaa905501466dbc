import { Hono } from 'hono';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { HEARTBEAT_MS, type Poke } from '#shared/sync/messages.ts';
import { hashScope } from '#server/core/checkpoint.ts';
import type { ChangesFeed } from '#server/core/changes-feed.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import type { AppEnv } from './app-env.ts';
import { createOpenStreams, type OpenStreams } from './open-streams.ts';

/** Bytes a reader may leave unread before it is cut; what it missed comes by pull. */
const MAX_UNREAD_BYTES = 64 * 1024;
/** No stream lives longer, whatever its token says. */
const MAX_STREAM_MS = 3_600_000;
/** A reader hears this long before its token ends, so that it can get another. */
const AUTH_NOTICE_MS = 60_000;

const encoder = new TextEncoder();
const HEARTBEAT = encoder.encode(': still here\n\n');

/**
 * One stream for all collections: `hello`, pokes, heartbeats, `auth` before its token ends. It ends with the token it was
 * opened with, with the account's session, and with the server.
 */
export function streamRoute(
  store: DocumentStore,
  feed: ChangesFeed,
  clock: Clock,
  streams: OpenStreams = createOpenStreams(),
): Hono<AppEnv> {
  const toBytes = createPokeEncoder();
  return new Hono<AppEnv>().get('/stream', async (c) => {
    const actor = c.get('actor');
    const tokenMs = (c.get('tokenExpiresAt') ?? Infinity) - clock.now();
    const lifetime = Math.min(MAX_STREAM_MS, tokenMs);
    const sequence = await store.newestSequence();
    if (feed.isClosed) throw new AppError('unavailable', 'The server is about to stop.', { retryAfter: 2 });
    const hello = { epoch: store.epoch, sequence, scope: hashScope(actor) };
    let end = () => {};

    const body = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const send = (bytes: Uint8Array) => {
            if ((controller.desiredSize ?? 0) <= 0) end();
            else controller.enqueue(bytes);
          };
          const unsubscribe = feed.subscribe(actor, (poke) => send(toBytes(poke)));
          const heartbeat = setInterval(() => send(HEARTBEAT), HEARTBEAT_MS);
          const expiry = setTimeout(() => end(), lifetime);
          const leave = streams.add(actor, () => end());
          const giveNotice = () =>
            send(toEvent('auth', { expiresIn: Math.min(tokenMs, AUTH_NOTICE_MS) / 1000 }));
          const isNear = tokenMs <= AUTH_NOTICE_MS;
          const notice =
            isNear || tokenMs > MAX_STREAM_MS ? undefined : setTimeout(giveNotice, tokenMs - AUTH_NOTICE_MS);
          const stopWaiting = feed.onClose(() => end());
          end = once(() => {
            unsubscribe();
            leave();
            stopWaiting();
            clearTimeout(notice);
            clearInterval(heartbeat);
            clearTimeout(expiry);
            controller.close();
          });
          send(toEvent('hello', hello));
          if (isNear) giveNotice();
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

/** A poke that many streams hear is encoded once: the feed gives all of them the same object. */
function createPokeEncoder(): (poke: Poke) => Uint8Array {
  const encoded = new WeakMap<Poke, Uint8Array>();
  return (poke) => {
    const bytes = encoded.get(poke) ?? toEvent('poke', poke);
    encoded.set(poke, bytes);
    return bytes;
  };
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
