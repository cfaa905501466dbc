import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ANONYMOUS, type Actor } from '#shared/access/actor.ts';
import type { SharedPoke } from '#server/core/changes-feed.ts';
import { put } from '../contracts/document-store-writes.ts';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { dataPath, pushRow, row, signIn } from '../support/core-calls.ts';
import { enquiryContent } from '../support/samples.ts';
import { callWithResponse } from '../support/recording-response.ts';
import { createStreamReader } from '../support/stream-reader.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';

const ADA = { device: 'ada' };
const STREAM = `/api/v1${dataPath('stream')}`;
const HOUR_MS = 3_600_000;

let server: CoreServer;
let clock: TestClock;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  clock = createTestClock();
  server = createCoreServer(undefined, clock);
});
afterEach(() => vi.useRealTimers());

const open = async (as: Caller, headers: Record<string, string> = {}) =>
  createStreamReader(await server.request(dataPath('stream'), { as, headers }));

test('[ST6] a device is notified a minute before its token expires', async () => {
  const headers = { authorization: `Bearer ${server.tokenOf('ada')}` };
  clock.advance(7 * 24 * HOUR_MS - 5 * 60_000);
  const ada = await open({}, headers);
  await vi.advanceTimersByTimeAsync(4 * 60_000);
  const notice = (await ada.until('auth')).at(-1);
  expect(notice).toEqual({ event: 'auth', data: { expiresIn: 60 } });
  await vi.advanceTimersByTimeAsync(59_000);
  await vi.advanceTimersByTimeAsync(1001);
  const rest = await ada.until('end');
  expect(rest.every(({ event }) => event === 'comment')).toBe(true);
  expect(await ada.next()).toBeUndefined();
});

test('[ST6] a stream that ends at its maximum age sends no auth event', async () => {
  const ada = await open(ADA);
  await vi.advanceTimersByTimeAsync(HOUR_MS + 1);
  expect((await ada.until('end')).map(({ event }) => event)).not.toContain('auth');
});

test('[ST5] [T23] a device may have three streams; a fourth ends its oldest, and no other device’s', async () => {
  const other = await open({ device: 'ben' });
  const readers = [await open(ADA), await open(ADA), await open(ADA)];
  readers.push(await open(ADA));
  expect((await readers[0]?.until('end'))?.map(({ event }) => event)).toEqual(['hello']);
  await pushRow(server, ADA, 'contacts', row('one', 'w1', enquiryContent()));
  await server.request(dataPath('products/recon'), { as: signIn(server, 'sam', true), method: 'DELETE' });
  await vi.advanceTimersByTimeAsync(15_000);
  for (const reader of readers.slice(1)) {
    expect((await reader.until('comment')).map(({ event }) => event)).toEqual(['hello', 'poke', 'comment']);
  }
  expect((await other.until('comment')).map(({ event }) => event)).toEqual(['hello', 'comment']);
});

test('[ST7] a poke is one object for all readers and one buffer for all streams', async () => {
  const { app, feed, store } = server;
  const received: SharedPoke[] = [];
  for (const fid of ['ada', 'ben', 'cal'])
    feed.subscribe({ ...ANONYMOUS, fid }, (poke) => void received.push(poke));
  const responses = [await callWithResponse(app, STREAM), await callWithResponse(app, STREAM)];
  await put(store, { id: 'recon', collection: 'products' });
  await vi.advanceTimersByTimeAsync(20);
  expect(received).toEqual(Array.from({ length: 3 }, () => ({ collection: 'products', sequence: 1 })));
  expect(new Set(received).size).toBe(1);
  const chunks = responses.map((response) => response.chunks.at(-1));
  expect(chunks[0]?.toString()).toBe('event: poke\ndata: {"collection":"products","sequence":1}\n\n');
  expect(chunks[1]?.buffer).toBe(chunks[0]?.buffer);
  for (const response of responses) response.destroy();
});

test('[ST5] a reader gets no pokes for earlier commits', async () => {
  const { feed, store } = server;
  const early: number[] = [];
  const late: number[] = [];
  const staff: Actor = { ...ANONYMOUS, isStaff: true };
  feed.subscribe(staff, ({ sequence }) => void early.push(sequence));
  await put(store, { id: 'a' });
  feed.subscribe(staff, ({ sequence }) => void late.push(sequence));
  await vi.advanceTimersByTimeAsync(20);
  await put(store, { id: 'b' });
  await vi.advanceTimersByTimeAsync(20);
  expect([early, late]).toEqual([[1, 2], [2]]);
  expect(vi.getTimerCount()).toBe(0);
});

test('[F32] a stream sends a random reconnect delay of up to a second', async () => {
  const draws = [0, 0.5, 1];
  const { app } = createCoreServer(undefined, clock, { random: () => draws.shift() ?? 0 });
  const texts = [];
  for (let count = 0; count < 3; count++) {
    const response = await callWithResponse(app, STREAM);
    texts.push(response.text.split('\n')[0]);
    response.destroy();
  }
  expect(texts).toEqual(['retry: 250', 'retry: 625', 'retry: 1000']);
});

test('[ST6] when the feed closes, streams end and a new one gets a retry time', async () => {
  const { app, feed } = server;
  const reader = createStreamReader(await app.request(STREAM));
  feed.close();
  expect((await reader.until('end')).map(({ event }) => event)).toEqual(['hello']);
  expect(vi.getTimerCount()).toBe(0);
  const refused = await app.request(STREAM);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('2');
});
