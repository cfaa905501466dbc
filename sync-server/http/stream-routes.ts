import type { Actor } from '#shared/access/actor.ts';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { HEARTBEAT_MS, type Hello, type Poke } from '#shared/sync/messages.ts';
import { hashScope } from '#server/core/checkpoint.ts';
import type { ChangesFeed, SharedPoke } from '#server/core/changes-feed.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { listChangedCollections } from '#server/core/changed-collections.ts';
import type { ApiRouter } from './api-router.ts';
import type { NetworkReader } from './caller-network.ts';
import {
  createOpenStreams,
  POLL_LIMITS,
  POLL_REFUSAL,
  type OpenStream,
  type OpenStreams,
} from './open-streams.ts';
import { createPokeEncoder, createStreamOutput, HEARTBEAT, toEvent } from './stream-output.ts';

/** Maximum age of a stream, even with a longer token. */
const MAX_STREAM_MS = 3_600_000;
/** How long before its token expires a reader is notified, so it can renew the token. */
const AUTH_NOTICE_MS = 60_000;
/** Random range of the reconnect delay. */
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
  readonly networkOf: NetworkReader;
  readonly random: () => number;
}

/** Live changes of all collections: an event stream, and a long poll for networks that block streams. */
export function streamRoutes(api: ApiRouter, parts: StreamParts): void {
  streamRoute(api, parts);
  changesRoute(api, parts);
}

/**
 * Sends `hello`, pokes, heartbeats, and `auth` before the reader's token expires. The stream ends with its token or
 * session, when the reader's rights change, and with the server.
 */
function streamRoute(api: ApiRouter, parts: StreamParts): void {
  const { store, feed, clock, streams, networkOf, random } = parts;
  const encode = createPokeEncoder();
  api.onRaw(ENDPOINTS.stream, (c, { query: { after }, actor }) => {
    if (c.req.method === 'HEAD') return c.body(null, 200, HEADERS);
    const isStillGranted = c.get('isStillGranted');
    const tokenMs = (c.get('tokenExpiresAt') ?? Infinity) - clock.now();
    if (feed.isClosed) throw new AppError('unavailable', 'The server is shutting down.', { retryAfter: 2 });

    const disposers: (() => void)[] = [];
    const { open, send, isBehind, end } = createStreamOutput(() => disposers.forEach((one) => one()));
    const timing = { heartbeatAt: HEARTBEAT_MS, isNoticeDue: tokenMs <= MAX_STREAM_MS };
    const sendAuthNotice = () => {
      timing.isNoticeDue = false;
      send(toEvent('auth', { expiresIn: Math.min(tokenMs, AUTH_NOTICE_MS) / 1000 }));
    };
    const tick = (ageMs: number) => {
      if (!isStillGranted() || ageMs >= Math.min(MAX_STREAM_MS, tokenMs)) return end();
      if (timing.isNoticeDue && ageMs >= tokenMs - AUTH_NOTICE_MS) sendAuthNotice();
      if (ageMs < timing.heartbeatAt) return;
      timing.heartbeatAt += HEARTBEAT_MS;
      send(HEARTBEAT);
    };
    disposers.push(
      streams.add({
        holder: actor.fid ?? actor.accountId,
        network: networkOf(c),
        tick,
        end,
      }),
    );
    const onPoke = (poke: SharedPoke) => {
      if (!isStillGranted()) return end();
      const { whole, withoutPage } = encode(poke);
      send(isBehind() ? withoutPage : whole);
    };
    disposers.push(feed.subscribe(actor, onPoke), feed.onClose(end));
    // Reads after subscribing, so every later commit is poked.
    const sendHello = async () => {
      const sequence = await store.newestSequence();
      const changed = after === undefined ? undefined : await listChangedCollections(store, { actor, after });
      const names = changed && { changedCollections: changed.map(({ collection }) => collection) };
      const hello: Hello = { ...toView(store, actor), sequence, ...names };
      const retryMs = Math.round(RETRY_MS.least + random() * (RETRY_MS.most - RETRY_MS.least));
      send(toEvent('hello', hello, retryMs));
      if (tokenMs <= AUTH_NOTICE_MS) sendAuthNotice();
    };
    c.set('writeBody', (out) => {
      open(out);
      // Without `hello` the reader must reconnect.
      sendHello().catch(end);
    });
    return c.body(null, 200, HEADERS);
  });
}

/** What a reader sees, and as whom. */
function toView({ epoch }: DocumentStore, actor: Actor): Pick<Hello, 'epoch' | 'scope' | 'account'> {
  const { accountId, role } = actor;
  const account = accountId === undefined ? null : { id: accountId, ...(role && { role }) };
  return { epoch, scope: hashScope(actor), account };
}

/** Responds at once without `after`. */
function changesRoute(api: ApiRouter, { store, feed, networkOf }: StreamParts): void {
  const polls = createOpenStreams(POLL_LIMITS, POLL_REFUSAL);
  api.on(ENDPOINTS.changes, async ({ query: { timeout: seconds, after }, actor }, c) => {
    const isStillGranted = c.get('isStillGranted');
    const pokes =
      after === undefined
        ? []
        : await waitForPokes(store, feed, {
            actor,
            after,
            seconds,
            isStillGranted,
            signal: c.req.raw.signal,
            add: (stream) => polls.add({ ...stream, network: networkOf(c) }),
          });
    if (!isStillGranted()) {
      throw new AppError('unauthenticated', 'Your session has changed. Sign in again or get a new token.');
    }
    const sequence = await store.newestSequence();
    return { ...toView(store, actor), sequence, pokes };
  });
}

interface Wait {
  readonly actor: Actor;
  readonly after: number;
  readonly seconds: number;
  readonly isStillGranted: () => boolean;
  readonly signal: AbortSignal;
  /** Registers a waiting poll. @throws AppError as `OpenStreams.add` */
  readonly add: (stream: Omit<OpenStream, 'network'>) => () => void;
}

async function waitForPokes(store: DocumentStore, feed: ChangesFeed, wait: Wait): Promise<readonly Poke[]> {
  const pokes: Poke[] = [];
  let wake = () => {};
  const woken = new Promise<void>((resolve) => (wake = resolve));
  // Subscribes before it reads, so commits in between are not missed.
  const unsubscribe = feed.subscribe(wait.actor, ({ collection, sequence }) => {
    pokes.push({ collection, sequence });
    wake();
  });
  const timer = setTimeout(wake, wait.seconds * 1000);
  wait.signal.addEventListener('abort', wake, { once: true });
  const stopWaiting = feed.onClose(wake);
  if (feed.isClosed) wake();
  try {
    const missed = await listChangedCollections(store, wait);
    if (missed && missed.length > 0) return missed;
    const { fid, accountId } = wait.actor;
    const tick = () => wait.isStillGranted() || wake();
    const remove = wait.add({ holder: fid ?? accountId, tick, end: wake });
    await woken.finally(remove);
    return pokes;
  } finally {
    clearTimeout(timer);
    stopWaiting();
    unsubscribe();
  }
}
