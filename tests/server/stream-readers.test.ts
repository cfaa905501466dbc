import type { Hono } from 'hono';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ANONYMOUS } from '#shared/access/actor.ts';
import { createChangesFeed, type ChangesFeed } from '#server/core/changes-feed.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { createMemoryStore } from '#server/stores/memory/memory-store.ts';
import { put } from '../contracts/document-store-writes.ts';
import { eventually } from '../support/eventually.ts';
import { callWithResponse, createStreamApp } from '../support/stream-app.ts';
import { createStreamReader } from '../support/stream-reader.ts';
import { createTestClock } from '../support/test-clock.ts';

let store: DocumentStore;
let feed: ChangesFeed;
let app: Hono<AppEnv>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  store = createMemoryStore();
  feed = createChangesFeed(store);
  app = createStreamApp({ store, feed, clock: createTestClock(), actor: { ...ANONYMOUS, isAdmin: true } });
});
afterEach(() => vi.useRealTimers());

/** One commit that touches so many collections that a reader gets about 10 kB of pokes. */
async function writeBroadly(round: number): Promise<void> {
  const names = Array.from({ length: 100 }, (_, index) => `${'c'.repeat(50)}${index}`);
  await put(store, ...names.map((collection) => ({ id: `d${round}`, collection })));
  await vi.advanceTimersByTimeAsync(20);
}

test('[ST3] [T23] a reader that does not read is cut at 256 KiB, and costs nothing more', async () => {
  const lazy = await callWithResponse(app, '/stream');
  lazy.isHeldUp = true;
  expect(feed.readers).toBe(1);
  for (let round = 0; round < 25; round++) await writeBroadly(round);
  expect(lazy.writableLength).toBeGreaterThan(200 * 1024);
  expect(lazy.destroyed).toBe(false);
  for (let round = 0; round < 15; round++) await writeBroadly(round);
  expect(lazy.destroyed).toBe(true);
  expect(feed.readers).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('[ST3] a reader that reads is never cut, however much there is', async () => {
  const eager = createStreamReader(await app.request('/stream'));
  await eager.next();
  for (let round = 0; round < 20; round++) {
    await writeBroadly(round);
    for (let count = 0; count < 100; count++) expect((await eager.next())?.event).toBe('poke');
  }
  expect(feed.readers).toBe(1);
});

test('[ST3] a reader that leaves is forgotten at once', async () => {
  const reader = createStreamReader(await app.request('/stream'));
  await reader.next();
  await reader.cancel();
  await eventually(() => expect(feed.readers).toBe(0));
  expect(vi.getTimerCount()).toBe(0);
});

test('[R-DOC-07] a long poll whose caller hangs up is forgotten at once', async () => {
  const hangUp = new AbortController();
  const sequence = await store.newestSequence();
  const waiting = app.request(
    new Request(`http://localhost/changes?after=${sequence}`, { signal: hangUp.signal }),
  );
  await vi.advanceTimersByTimeAsync(1);
  expect(feed.readers).toBe(1);
  hangUp.abort();
  await waiting;
  expect(feed.readers).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});
