import { Hono } from 'hono';
import type { Actor } from '#shared/access/actor.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { MAX_POLL_SECONDS, MIN_POLL_SECONDS, type Changes, type Poke } from '#shared/sync/messages.ts';
import { hashScope } from '#server/core/checkpoint.ts';
import type { ChangesFeed } from '#server/core/changes-feed.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { findNews } from '#server/core/find-news.ts';
import type { AppEnv } from './app-env.ts';
import { LOOK_MS } from './open-streams.ts';
import { readInteger } from './read-query.ts';

/** The stream's news by long polling, for readers whose network lets no stream through. Without `after` at once. */
export function changesRoute(store: DocumentStore, feed: ChangesFeed): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/changes', async (c) => {
    const actor = c.get('actor');
    const isStillGranted = c.get('isStillGranted');
    const bounds = { min: MIN_POLL_SECONDS, max: MAX_POLL_SECONDS, fallback: MAX_POLL_SECONDS };
    const seconds = readInteger(c, 'timeout', bounds);
    const hasAfter = c.req.query('after') !== undefined;
    const after = readInteger(c, 'after', { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 });
    const pokes = hasAfter
      ? await waitForPokes(store, feed, { actor, after, seconds, isStillGranted, signal: c.req.raw.signal })
      : [];
    if (!isStillGranted()) {
      throw new AppError('unauthenticated', 'Your session has changed. Sign in, or get a new token.');
    }
    const sequence = await store.newestSequence();
    return c.json({ epoch: store.epoch, sequence, scope: hashScope(actor), pokes } satisfies Changes);
  });
}

interface Wait {
  readonly actor: Actor;
  readonly after: number;
  readonly seconds: number;
  readonly isStillGranted: () => boolean;
  readonly signal: AbortSignal;
}

async function waitForPokes(store: DocumentStore, feed: ChangesFeed, wait: Wait): Promise<readonly Poke[]> {
  const news: Poke[] = [];
  let wake = () => {};
  const woken = new Promise<void>((resolve) => (wake = resolve));
  // Listen first, look afterwards: what is committed in between is not missed.
  const unsubscribe = feed.subscribe(wait.actor, (poke) => {
    news.push(poke);
    wake();
  });
  const timer = setTimeout(wake, wait.seconds * 1000);
  const watch = setInterval(() => wait.isStillGranted() || wake(), LOOK_MS);
  wait.signal.addEventListener('abort', wake, { once: true });
  const stopWaiting = feed.onClose(wake);
  if (feed.isClosed) wake();
  try {
    const missed = await findNews(store, wait);
    if (missed && missed.length > 0) return missed;
    await woken;
    return news;
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    stopWaiting();
    unsubscribe();
  }
}
