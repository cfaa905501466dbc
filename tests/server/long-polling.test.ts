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

/** Whether a call has its response after this time. */
async function hasResponseAfter(call: Promise<Response>, ms: number): Promise<boolean> {
  let hasResponse = false;
  void call.then(() => (hasResponse = true));
  await vi.advanceTimersByTimeAsync(ms);
  return hasResponse;
}

test('[ST4] a poll without a sequence responds at once, like the stream’s hello', async () => {
  await enquire(ADA, 'one');
  const response = await (await poll(ADA, '')).json();
  expect(response).toEqual({
    epoch: server.store.epoch,
    sequence: 1,
    scope: expect.stringMatching(/^[0-9a-f]{12}$/),
    account: null,
    pokes: [],
  });
});

test('[ST4] a poll behind the newest change responds at once, and a current one waits', async () => {
  await enquire(ADA, 'one');
  expect(await (await poll(ADA, '?after=0')).json()).toMatchObject({
    pokes: [{ collection: 'contacts', sequence: 1 }],
  });
  expect(await hasResponseAfter(poll(ADA, '?after=1&timeout=5'), 4999)).toBe(false);
});

test('[ST4] a staff poll reports missed changes of a free collection, and other polls do not', async () => {
  const staff = signIn(server, 'sam', true);
  await server.request(dataPath('maps/one'), { as: 'admin', method: 'PUT', json: { text: 'x' } });
  for (const as of [staff, 'admin'] as const) {
    expect(await (await poll(as, '?after=0')).json()).toMatchObject({
      pokes: [{ collection: 'maps', sequence: 1 }],
    });
  }
  expect(await hasResponseAfter(poll(ADA, '?after=0&timeout=5'), 4999)).toBe(false);
});

test('[T04] a waiting poll whose session ends gets 401 within a second, without pokes', async () => {
  const ann = signIn(server, 'ann');
  const call = poll({ ...ADA, ...ann }, '?after=0&timeout=30');
  await vi.advanceTimersByTimeAsync(5000);
  server.sessions.delete('ann');
  await enquire(ADA, 'one');
  expect(await hasResponseAfter(call, 1000)).toBe(true);
  expect((await call).status).toBe(401);
  expect(await errorIn(await call)).toMatchObject({ code: 'unauthenticated' });
});

test('[ST4] a write wakes only the polls it concerns', async () => {
  const ada = poll(ADA, '?after=0&timeout=30');
  const ben = poll(BEN, '?after=0&timeout=30');
  await vi.advanceTimersByTimeAsync(10);
  await enquire(ADA, 'one');
  expect(await hasResponseAfter(ada, 50)).toBe(true);
  expect(await hasResponseAfter(ben, 10_000)).toBe(false);
  expect(await (await ada).json()).toMatchObject({
    sequence: 1,
    pokes: [{ collection: 'contacts', sequence: 1 }],
  });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await (await ben).json()).toMatchObject({ sequence: 1, pokes: [] });
});

test.each([5, 30])('[R-DOC-07] a poll with a time-out of %d seconds lasts that long', async (seconds) => {
  const call = poll(ADA, `?after=0&timeout=${seconds}`);
  expect(await hasResponseAfter(call, seconds * 1000 - 1)).toBe(false);
  expect(await hasResponseAfter(call, 1)).toBe(true);
  expect((await call).status).toBe(200);
});

test('[R-DOC-07] a poll without a time-out lasts 30 seconds', async () => {
  const call = poll(ADA, '?after=0');
  expect(await hasResponseAfter(call, 29_999)).toBe(false);
  expect(await hasResponseAfter(call, 1)).toBe(true);
});

test.each(['4', '31', '0', '-5', '5.5', '1e1', '', 'ten', '٧'])(
  '[R-DOC-07] a time-out of "%s" seconds is an invalid argument',
  async (text) => {
    const response = await poll(ADA, `?after=0&timeout=${encodeURIComponent(text)}`);
    expect(response.status).toBe(400);
    expect(await errorIn(response)).toMatchObject({ code: 'invalid-argument', path: 'timeout' });
  },
);

test('[R-DOC-07] an "after" that is not a sequence is an invalid argument', async () => {
  for (const after of ['-1', 'x', '', '1.5', '99999999999999999999']) {
    const response = await poll(ADA, `?after=${after}`);
    expect(response.status).toBe(400);
    expect(await errorIn(response)).toMatchObject({ code: 'invalid-argument', path: 'after' });
  }
});

test('[T23] of many polls of one network some wait, the others are refused for now, and other networks wait', async () => {
  server = createCoreServer(undefined, undefined, { addressOf: (c) => c.req.header('x-address') });
  await enquire(ADA, 'one');
  const ask = (address: string) =>
    server.request(dataPath('changes?after=1&timeout=5'), { headers: { 'x-address': address } });
  const waiting = Array.from({ length: 100 }, () => ask('203.0.113.7'));
  await vi.advanceTimersByTimeAsync(1000);
  const refused = await ask('203.0.113.7');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('30');
  expect(await errorIn(refused)).toMatchObject({ reason: 'TOO_MANY_POLLS' });
  expect(await hasResponseAfter(ask('198.51.100.1'), 1000)).toBe(false);
  await vi.advanceTimersByTimeAsync(5000);
  for (const response of await Promise.all(waiting)) expect(response.status).toBe(200);
  expect(await hasResponseAfter(ask('203.0.113.7'), 1000)).toBe(false);
  expect(await hasResponseAfter(ask('203.0.113.7'), 5000)).toBe(true);
});

test('[T23] a device that polls too often ends its oldest poll', async () => {
  await enquire(ADA, 'one');
  const polls = Array.from({ length: 4 }, () => poll(ADA, '?after=1&timeout=5'));
  expect(await hasResponseAfter(polls[0] as Promise<Response>, 100)).toBe(true);
  expect(await hasResponseAfter(polls[1] as Promise<Response>, 100)).toBe(false);
});
