import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { dataPath, errorIn, pushRow, row, signIn } from '../support/core-calls.ts';
import { enquiryContent } from '../support/samples.ts';

const ADA = { device: 'ada' };
const BEN = { device: 'ben' };

let server: CoreServer;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  server = createCoreServer();
});
afterEach(() => vi.useRealTimers());

const poll = (as: Caller, query: string) => server.request(dataPath(`changes${query}`), { as });
const enquire = (as: Caller, id: string) =>
  pushRow(server, as, 'contacts', row(id, `w-${id}`, enquiryContent()));

/** Whether a call has been answered after so much time. */
async function isAnsweredAfter(call: Promise<Response>, ms: number): Promise<boolean> {
  let isAnswered = false;
  void call.then(() => (isAnswered = true));
  await vi.advanceTimersByTimeAsync(ms);
  return isAnswered;
}

test('[ST4] without a position a poll is answered at once, as the stream’s hello', async () => {
  await enquire(ADA, 'one');
  const answer = await (await poll(ADA, '')).json();
  expect(answer).toEqual({
    epoch: server.store.epoch,
    sequence: 1,
    scope: expect.stringMatching(/^[0-9a-f]{12}$/),
    pokes: [],
  });
});

test('[ST4] a poll behind the newest change is answered at once, one ahead waits', async () => {
  await enquire(ADA, 'one');
  expect(await (await poll(ADA, '?after=0')).json()).toMatchObject({
    pokes: [{ collection: 'contacts', sequence: 1 }],
  });
  expect(await isAnsweredAfter(poll(ADA, '?after=1&timeout=5'), 4999)).toBe(false);
});

test('[ST4] a poll of the staff finds what it missed in a free collection, and nobody else hears of it', async () => {
  const staff = signIn(server, 'sam', true);
  await server.request(dataPath('maps/one'), { as: 'admin', method: 'PUT', json: { text: 'x' } });
  for (const as of [staff, 'admin'] as const) {
    expect(await (await poll(as, '?after=0')).json()).toMatchObject({
      pokes: [{ collection: 'maps', sequence: 1 }],
    });
  }
  expect(await isAnsweredAfter(poll(ADA, '?after=0&timeout=5'), 4999)).toBe(false);
});

test('[T04] a poll whose session ends while it waits is answered 401 within a second, without news', async () => {
  const ann = signIn(server, 'ann');
  const call = poll({ ...ADA, ...ann }, '?after=0&timeout=30');
  await vi.advanceTimersByTimeAsync(5000);
  server.sessions.delete('ann');
  await enquire(ADA, 'one');
  expect(await isAnsweredAfter(call, 1000)).toBe(true);
  expect((await call).status).toBe(401);
  expect(await errorIn(await call)).toMatchObject({ code: 'unauthenticated' });
});

test('[ST4] a write wakes the polls it concerns and no other', async () => {
  const ada = poll(ADA, '?after=0&timeout=30');
  const ben = poll(BEN, '?after=0&timeout=30');
  await vi.advanceTimersByTimeAsync(10);
  await enquire(ADA, 'one');
  expect(await isAnsweredAfter(ada, 50)).toBe(true);
  expect(await isAnsweredAfter(ben, 10_000)).toBe(false);
  expect(await (await ada).json()).toMatchObject({
    sequence: 1,
    pokes: [{ collection: 'contacts', sequence: 1 }],
  });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await (await ben).json()).toMatchObject({ sequence: 1, pokes: [] });
});

test.each([5, 30])('[R-DOC-07] a poll of %d seconds lasts that long', async (seconds) => {
  const call = poll(ADA, `?after=0&timeout=${seconds}`);
  expect(await isAnsweredAfter(call, seconds * 1000 - 1)).toBe(false);
  expect(await isAnsweredAfter(call, 1)).toBe(true);
  expect((await call).status).toBe(200);
});

test('[R-DOC-07] a poll without a time-out lasts 30 seconds', async () => {
  const call = poll(ADA, '?after=0');
  expect(await isAnsweredAfter(call, 29_999)).toBe(false);
  expect(await isAnsweredAfter(call, 1)).toBe(true);
});

test.each(['4', '31', '0', '-5', '5.5', '1e1', '', 'ten', '٧'])(
  '[R-DOC-07] a time-out of "%s" seconds is an invalid argument',
  async (text) => {
    const response = await poll(ADA, `?after=0&timeout=${encodeURIComponent(text)}`);
    expect(response.status).toBe(400);
    expect(await errorIn(response)).toMatchObject({ code: 'invalid-argument', path: 'timeout' });
  },
);

test('[R-DOC-07] a position that is no sequence is an invalid argument', async () => {
  for (const after of ['-1', 'x', '', '1.5', '99999999999999999999']) {
    const response = await poll(ADA, `?after=${after}`);
    expect(response.status).toBe(400);
    expect(await errorIn(response)).toMatchObject({ code: 'invalid-argument', path: 'after' });
  }
});
