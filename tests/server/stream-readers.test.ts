import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChangesFeed } from '#server/core/changes-feed.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { put } from '../contracts/document-store-writes.ts';
import { dataPath } from '../support/core-calls.ts';
import { ADMIN_TOKEN, createCoreServer, type CoreServer } from '../support/core-server.ts';
import { eventually } from '../support/eventually.ts';
import { callWithResponse } from '../support/recording-response.ts';
import { createStreamReader } from '../support/stream-reader.ts';

let store: DocumentStore;
let feed: ChangesFeed;
let server: CoreServer;

const STREAM = `/api/v1${dataPath('stream')}`;
const ADMIN = { authorization: `Bearer ${ADMIN_TOKEN}` };
const openStream = () => server.app.request(STREAM, { headers: ADMIN });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  server = createCoreServer();
  ({ store, feed } = server);
});
afterEach(() => vi.useRealTimers());

/** Commits to so many collections that a reader gets about 10 kB of pokes. */
async function writeBroadly(round: number): Promise<void> {
  const names = Array.from({ length: 100 }, (_, index) => `${'c'.repeat(50)}${index}`);
  await put(store, ...names.map((collection) => ({ id: `d${round}`, collection })));
  await vi.advanceTimersByTimeAsync(20);
}

test('[ST3] [T23] a reader that stops reading is cut at 256 KiB and freed', async () => {
  const lazy = await callWithResponse(server.app, STREAM, ADMIN);
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

test('[ST3] a reader that keeps reading is never cut, at any volume', async () => {
  const eager = createStreamReader(await openStream());
  await eager.next();
  for (let round = 0; round < 20; round++) {
    await writeBroadly(round);
    for (let count = 0; count < 100; count++) expect((await eager.next())?.event).toBe('poke');
  }
  expect(feed.readers).toBe(1);
});

test('[ST3] a reader that disconnects is removed at once', async () => {
  const reader = createStreamReader(await openStream());
  await reader.next();
  await reader.cancel();
  await eventually(() => expect(feed.readers).toBe(0));
  expect(vi.getTimerCount()).toBe(0);
});

test('[R-DOC-07] a long poll whose caller disconnects is removed at once', async () => {
  const hangUp = new AbortController();
  const sequence = await store.newestSequence();
  const path = dataPath(`changes?after=${sequence}`);
  const waiting = server.request(path, { as: 'admin', signal: hangUp.signal });
  await vi.advanceTimersByTimeAsync(1);
  expect(feed.readers).toBe(1);
  hangUp.abort();
  await waiting;
  expect(feed.readers).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});
