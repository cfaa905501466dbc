import { Hono } from 'hono';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { HEARTBEAT_MS, type Hello, type Poke } from '#shared/sync/messages.ts';
import { hashScope } from '#server/core/checkpoint.ts';
import type { ChangesFeed } from '#server/core/changes-feed.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { findNews } from '#server/core/find-news.ts';
import type { AppEnv } from './app-env.ts';
import { isLoopback, type AddressReader } from './client-address.ts';
import type { OpenStreams } from './open-streams.ts';
import { readInteger } from './read-query.ts';
import { createPokeEncoder, HEARTBEAT, toEvent } from './stream-events.ts';
import { createStreamOutput } from './stream-output.ts';
import { toNetwork } from './token-buckets.ts';

/** No stream lives longer, whatever its token says. */
const MAX_STREAM_MS = 3_600_000;
/** A reader hears this long before its token ends, so that it can get another. */
const AUTH_NOTICE_MS = 60_000;
/** Readers whose stream has ended come back within this time, spread over it. */
const RETRY_MS = { least: 250, most: 1000 };

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
};

export interface StreamParts {
  readonly store: DocumentStore;
  readonly feed: ChangesFeed;
  readonly clock: Clock;
  readonly streams: OpenStreams;
  readonly addressOf: AddressReader;
  readonly random: () => number;
}

/**
 * One stream for all collections: `hello`, pokes, heartbeats, `auth` before its token ends. It ends with the token or
 * the session it was opened with, when its reader's rights change, and with the server.
 */
export function streamRoute(parts: StreamParts): Hono<AppEnv> {
  const { store, feed, clock, streams, addressOf, random } = parts;
  const toBytes = createPokeEncoder();
  return new Hono<AppEnv>().get('/stream', async (c) => {
    if (c.req.method === 'HEAD') return c.body(null, 200, HEADERS);
    const actor = c.get('actor');
    const isStillGranted = c.get('isStillGranted');
    const tokenMs = (c.get('tokenExpiresAt') ?? Infinity) - clock.now();
    const hasAfter = c.req.query('after') !== undefined;
    const after = readInteger(c, 'after', { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 });
    if (feed.isClosed) throw new AppError('unavailable', 'The server is about to stop.', { retryAfter: 2 });

    const leave: (() => void)[] = [];
    const { open, send, end } = createStreamOutput(() => leave.forEach((one) => one()));
    const plan = { heartbeatAt: HEARTBEAT_MS, isNoticeDue: tokenMs <= MAX_STREAM_MS };
    const giveNotice = () => {
      plan.isNoticeDue = false;
      send(toEvent('auth', { expiresIn: Math.min(tokenMs, AUTH_NOTICE_MS) / 1000 }));
    };
    const look = (ageMs: number) => {
      if (!isStillGranted() || ageMs >= Math.min(MAX_STREAM_MS, tokenMs)) return end();
      if (plan.isNoticeDue && ageMs >= tokenMs - AUTH_NOTICE_MS) giveNotice();
      if (ageMs < plan.heartbeatAt) return;
      plan.heartbeatAt += HEARTBEAT_MS;
      send(HEARTBEAT);
    };
    leave.push(
      streams.add({
        holder: actor.fid ?? actor.accountId,
        network: toLimitedNetwork(addressOf(c)),
        look,
        end,
      }),
    );
    const tell = (poke: Poke) => (isStillGranted() ? send(toBytes(poke)) : end());
    leave.push(feed.subscribe(actor, tell), feed.onClose(end));
    // Once the stream carries pokes: what is committed after this look is poked.
    const sayHello = async () => {
      const sequence = await store.newestSequence();
      const news = hasAfter ? await findNews(store, { actor, after }) : undefined;
      const names = news && { news: news.map(({ collection }) => collection) };
      const hello: Hello = { epoch: store.epoch, sequence, scope: hashScope(actor), ...names };
      const retryMs = Math.round(RETRY_MS.least + random() * (RETRY_MS.most - RETRY_MS.least));
      send(toEvent('hello', hello, retryMs));
      if (tokenMs <= AUTH_NOTICE_MS) giveNotice();
    };
    c.set('writeBody', (out) => {
      open(out);
      // A reader that isn't greeted comes back.
      sayHello().catch(end);
    });
    return c.body(null, 200, HEADERS);
  });
}

/** This machine itself, with whatever proxy on it that the settings don't name, is no network of one. */
function toLimitedNetwork(address: string | undefined): string | undefined {
  return address === undefined || isLoopback(address) ? undefined : toNetwork(address);
}
