import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { dataPath, errorIn, pushRow, pushRows, row, signIn } from '../support/core-calls.ts';
import { enquiryContent, productContent } from '../support/samples.ts';
import { createStreamReader } from '../support/stream-reader.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';

const ADA = { device: 'ada' };
const BEN = { device: 'ben' };

let server: CoreServer;
let clock: TestClock;
beforeEach(() => {
  const timers = ['setTimeout', 'setInterval', 'setImmediate'] as const;
  const ends = ['clearTimeout', 'clearInterval', 'clearImmediate'] as const;
  vi.useFakeTimers({ toFake: [...timers, ...ends] });
  clock = createTestClock();
  server = createCoreServer(undefined, clock);
});
afterEach(() => vi.useRealTimers());

const open = async (as: Caller, headers: Record<string, string> = {}) =>
  createStreamReader(await server.request(dataPath('stream'), { as, headers }));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const enquire = (as: Caller, id: string) =>
  pushRow(server, as, 'contacts', row(id, `w-${id}`, enquiryContent('secret')));

test('[ST2] a stream begins with hello: the epoch, the newest sequence, the reader’s scope and account', async () => {
  await enquire(ADA, 'one');
  const hello = await (await open(ADA)).next();
  expect(hello).toEqual({
    event: 'hello',
    data: {
      epoch: server.store.epoch,
      sequence: 1,
      scope: expect.stringMatching(/^[0-9a-f]{12}$/),
      account: null,
    },
  });
  const again = await (await open(ADA)).next();
  expect(again).toEqual(hello);
  const signedIn = await (await open({ ...ADA, ...signIn(server, 'ann') })).next();
  expect(signedIn?.event).toBe('hello');
  expect(signedIn?.data).toMatchObject({ account: { id: 'id-of-ann', role: 'customer' } });
});

test('[ST2] a reconnecting stream names the collections that changed for its reader', async () => {
  const newsSince = async (as: Caller, after: number) => {
    const hello = await createStreamReader(
      await server.request(dataPath(`stream?after=${after}`), { as }),
    ).next();
    return (hello?.data as { changedCollections?: readonly string[] } | undefined)?.changedCollections;
  };
  await enquire(ADA, 'one');
  expect(await newsSince(ADA, 0)).toEqual(['contacts']);
  expect(await newsSince(ADA, 1)).toEqual([]);
  expect(await newsSince(BEN, 0)).toEqual([]);
  expect(await newsSince(signIn(server, 'sam', true), 0)).toEqual(['contacts']);
  expect(await newsSince(ADA, 2)).toBeUndefined();
  const ann = { ...ADA, ...signIn(server, 'ann') };
  await server.request('/claim', { as: ann, method: 'POST' });
  expect(await newsSince(ADA, 1)).toEqual(['contacts']);
  expect(await newsSince(ann, 1)).toEqual(['contacts']);
  expect(await newsSince(ann, 2)).toEqual([]);
  for (const after of ['-1', 'x']) {
    const refusal = await server.request(dataPath(`stream?after=${after}`), { as: ADA });
    expect(await errorIn(refusal)).toMatchObject({ code: 'invalid-argument', path: 'after' });
  }
});

test('[ST1] [T04] a write pokes its readers only, without any data', async () => {
  const readers = { ada: await open(ADA), ben: await open(BEN), anonymous: await open({}) };
  const staff = await open(signIn(server, 'sam', true));
  await enquire(ADA, 'one');
  await pass(15_000);
  const poke = { event: 'poke', data: { collection: 'contacts', sequence: 1 } };
  const received = async (reader: Awaited<ReturnType<typeof open>>) =>
    (await reader.until('comment')).map(({ event, data }) => ({ event, data })).slice(1, -1);
  expect(await received(readers.ada)).toEqual([poke]);
  expect(await received(staff)).toEqual([poke]);
  expect(await received(readers.ben)).toEqual([]);
  expect(await received(readers.anonymous)).toEqual([]);
});

test('[ST1] a commit to a product pokes everyone, for products only', async () => {
  const ben = await open(BEN);
  const path = dataPath('products/recon');
  await server.request(path, { as: 'admin', method: 'PUT', json: productContent() });
  await enquire(ADA, 'one');
  await pass(15_000);
  const messages = await ben.until('comment');
  expect(messages.slice(1, -1)).toEqual([{ event: 'poke', data: { collection: 'products', sequence: 1 } }]);
});

test('[ST5] a burst of writes pokes a reader once, with the newest sequence', async () => {
  const ada = await open(ADA);
  for (let count = 1; count <= 20; count++) await enquire(ADA, `d${count}`);
  await pass(30);
  await enquire(ADA, 'later');
  await pass(15_000);
  const pokes = (await ada.until('comment')).filter(({ event }) => event === 'poke');
  expect(pokes.map(({ data }) => (data as { sequence: number }).sequence)).toEqual([20, 21]);
});

test('[ST5] [ST9] a write after a pause is poked at once, and writes that follow closely fifteen milliseconds later', async () => {
  const ada = await open(ADA);
  const received: number[] = [];
  const read = async () => {
    for (let one = await ada.next(); one; one = await ada.next())
      if (one.event === 'poke') received.push((one.data as { sequence: number }).sequence);
  };
  void read();
  for (const [id, wait] of [
    ['one', 0],
    ['two', 14],
  ] as const) {
    await enquire(ADA, id);
    await pass(wait);
    expect(received).toEqual([1]);
  }
  await pass(1);
  expect(received).toEqual([1, 2]);
  await pass(15);
  await enquire(ADA, 'three');
  await pass(0);
  expect(received).toEqual([1, 2, 3]);
});

test('[ST1] rejected writes and conflicts cause no pokes', async () => {
  await enquire(ADA, 'one');
  const ada = await open(ADA);
  await pushRows(server, ADA, 'contacts', [
    row('one', 'w2', enquiryContent('2'), { base: 'other' }),
    row('two', 'w3', { ...enquiryContent(), contactName: '' }),
    row('one', 'w-one', enquiryContent('secret')),
  ]);
  await pass(15_000);
  expect((await ada.until('comment')).map(({ event }) => event)).toEqual(['hello', 'comment']);
});

test('[ST4] headers forbid proxies to buffer, change, compress or cache the stream', async () => {
  const response = await server.request(dataPath('stream'), {
    as: ADA,
    headers: { 'accept-encoding': 'gzip, br' },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  expect(response.headers.get('content-encoding')).toBeNull();
});

test('[ST4] a quiet stream sends a heartbeat every 15 seconds', async () => {
  const ada = await open(ADA);
  expect((await ada.next())?.event).toBe('hello');
  for (let beat = 0; beat < 3; beat++) {
    await pass(15_000);
    expect(await ada.next()).toEqual({ event: 'comment', data: 'still here' });
  }
});

test('[ST6] a stream ends when its token expires', async () => {
  const token = server.tokenOf('ada');
  clock.advance(7 * 24 * 3_600_000 - 50_000);
  const ada = await open({}, { authorization: `Bearer ${token}` });
  await pass(49_000);
  await enquire(ADA, 'one');
  await pass(2000);
  const events = (await ada.until('end')).map(({ event }) => event);
  expect(events).toEqual(['hello', 'auth', 'comment', 'comment', 'comment', 'poke']);
  clock.advance(51_000);
  const refused = await server.request(dataPath('stream'), { headers: { authorization: `Bearer ${token}` } });
  expect(refused.status).toBe(401);
  expect(await errorIn(refused)).toMatchObject({ code: 'unauthenticated' });
});

test('[ST6] [T04] no stream lasts longer than an hour, for any reader', async () => {
  const staff = await open(signIn(server, 'sam', true));
  await pass(3_600_001);
  const messages = await staff.until('end');
  expect(messages.length).toBeGreaterThan(200);
  expect(await staff.next()).toBeUndefined();
});
