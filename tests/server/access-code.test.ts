import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PURCHASE_ROLES } from '#shared/collections/purchase-orders.ts';
import { ACCESS_CODE_HEADER } from '#shared/api/routes.ts';
import { createAccessCode, createCurrentAccessCode, keepInProcess } from '#server/devices/access-code.ts';
import { dataPath, errorIn, pullPage, pushRow, row } from '../support/core-calls.ts';
import { ACCESS_CODE, createCoreServer, type CoreServer } from '../support/core-server.ts';
import { openAccountStorage } from '../support/memory-storage.ts';
import { STORED_DOCUMENTS } from '../support/stored-documents.ts';
import { createStreamReader } from '../support/stream-reader.ts';
import { createTestClock } from '../support/test-clock.ts';

afterEach(() => void vi.useRealTimers());

async function enter(server: CoreServer, code: unknown, device?: string): Promise<Response> {
  const as = device === undefined ? {} : { device };
  return server.request('/access-code', { method: 'POST', as, json: { code } });
}

async function tokenFor(server: CoreServer, device: string): Promise<string> {
  return ((await (await enter(server, ACCESS_CODE, device)).json()) as { token: string }).token;
}

const DAY_MS = 24 * 3_600_000;

const withToken = (token: string) => ({ headers: { [ACCESS_CODE_HEADER]: token } });
const ORDER = (({ FBUID: _id, writeId: _writeId, sync: _sync, ...content }) => content)(
  STORED_DOCUMENTS.ukraines,
);

test('[R-VAL-12] [R-LCK-02] only the exact, case-sensitive code gives a token', async () => {
  const server = createCoreServer();
  for (let length = 0; length < ACCESS_CODE.length; length++) {
    const response = await enter(server, ACCESS_CODE.slice(0, length), 'typist');
    expect([response.status, await response.json()]).toEqual([200, { token: null }]);
  }
  for (const near of [ACCESS_CODE.toUpperCase(), `${ACCESS_CODE} `, ` ${ACCESS_CODE}`, `${ACCESS_CODE}x`])
    expect(await (await enter(server, near, 'typist')).json()).toEqual({ token: null });
  expect(await (await enter(server, ACCESS_CODE, 'typist')).json()).toEqual({
    token: expect.stringMatching(/^c2\.\d{10}\.[\w-]{43}$/),
  });
});

const SEED = Date.now() % 2 ** 31;

test(`[R-VAL-12] no other text matches the code (seed ${SEED})`, () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'binary' }), fc.string({ unit: 'binary' }), (code, guess) => {
      const accessCode = createAccessCode(code, { signingSecret: 'signing', clock: createTestClock() });
      expect(accessCode.isCorrect(guess)).toBe(guess === code);
      expect(accessCode.isCorrect(code)).toBe(true);
    }),
    { seed: SEED, numRuns: 200 },
  );
});

test.each([{ code: 1 }, {}, { code: 'a', more: 1 }, { code: 'a'.repeat(501) }])(
  '[R-VAL-12] %j is not a valid attempt',
  async (json) => {
    const response = await createCoreServer().request('/access-code', {
      method: 'POST',
      as: { device: 'ada' },
      json,
    });
    expect(response.status).toBe(400);
  },
);

test('[R-VAL-12] [T15] only a registered device can enter the code', async () => {
  expect((await enter(createCoreServer(), ACCESS_CODE)).status).toBe(401);
});

describe('[T14] guessing', () => {
  test('of 10,000 guesses by a device 60 are compared, and ten more each minute', async () => {
    const clock = createTestClock();
    const server = createCoreServer(undefined, clock);
    let compared = 0;
    for (let guess = 0; guess < 10_000; guess++) {
      if ((await enter(server, `guess ${guess}`, 'thief')).status === 200) compared += 1;
    }
    expect(compared).toBe(60);
    const refused = await enter(server, ACCESS_CODE, 'thief');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '6']);
    expect(await errorIn(refused)).toMatchObject({ code: 'resource-exhausted' });
    clock.advance(60_000);
    const later = [];
    for (let guess = 0; guess < 12; guess++) later.push((await enter(server, 'x', 'thief')).status);
    expect(later.filter((status) => status === 200)).toHaveLength(10);
  });

  test('devices behind one address share a limit', async () => {
    const server = createCoreServer();
    let compared = 0;
    for (let guess = 0; guess < 300; guess++) {
      if ((await enter(server, `guess ${guess}`, `device${guess}`)).status === 200) compared += 1;
    }
    expect(compared).toBe(60);
  });

  test('the limit survives a restart of the server', async () => {
    const clock = createTestClock();
    const accounts = openAccountStorage();
    const start = () => createCoreServer(undefined, clock, { accounts });
    const first = start();
    for (let guess = 0; guess < 60; guess++) await enter(first, 'x', 'thief');
    expect((await enter(start(), ACCESS_CODE, 'thief')).status).toBe(429);
    accounts.database.close();
  });
});

describe('[T15] a token', () => {
  test('[R-ROL-05] [R-USR-04] gives its device access to the collection', async () => {
    const server = createCoreServer();
    const as = { device: 'ada', isUnlocked: true };
    expect(await pushRow(server, as, 'ukraines', row('one', 'w1', ORDER))).toMatchObject({
      verdict: 'accepted',
    });
    expect((await pullPage(server, as, 'ukraines')).documents).toMatchObject([{ FBUID: 'one' }]);
    expect((await pullPage(server, { device: 'ada' }, 'ukraines')).documents).toEqual([]);
    expect((await pullPage(server, { device: 'ben', isUnlocked: true }, 'ukraines')).documents).toEqual([]);
  });

  test('is rejected on another device and without a device', async () => {
    const server = createCoreServer();
    const token = await tokenFor(server, 'ada');
    for (const as of [{ device: 'ben' }, {}]) {
      const response = await server.request(dataPath('ukraines/pull'), { as, ...withToken(token) });
      expect(response.status).toBe(403);
      expect(await errorIn(response)).toMatchObject({ reason: 'ACCESS_CODE_CHANGED' });
    }
  });

  test('[T13] is refused after 90 days without a call, and replaced while the device is in use', async () => {
    const clock = createTestClock();
    const server = createCoreServer(undefined, clock);
    const pull = (token: string) =>
      server.request(dataPath('ukraines/pull'), { as: { device: 'ada' }, ...withToken(token) });
    const first = await tokenFor(server, 'ada');
    clock.advance(29 * DAY_MS);
    expect((await pull(first)).headers.get(ACCESS_CODE_HEADER)).toBeNull();
    clock.advance(2 * DAY_MS);
    const second = (await pull(first)).headers.get(ACCESS_CODE_HEADER) ?? '';
    clock.advance(59 * DAY_MS);
    const refused = await pull(first);
    expect([refused.status, refused.headers.get(ACCESS_CODE_HEADER)]).toEqual([403, null]);
    expect(await errorIn(refused)).toMatchObject({ reason: 'ACCESS_CODE_CHANGED' });
    expect((await pull(second)).status).toBe(200);
    clock.advance(32 * DAY_MS);
    expect((await pull(second)).status).toBe(403);
  });

  test('[T13] with a later expiry written into it is refused', async () => {
    const server = createCoreServer();
    const [prefix, expiry, signature] = (await tokenFor(server, 'ada')).split('.');
    const longer = `${prefix}.${Number(expiry) + 1}.${signature}`;
    const response = await server.request(dataPath('ukraines/pull'), {
      as: { device: 'ada' },
      ...withToken(longer),
    });
    expect(response.status).toBe(403);
  });

  test('is rejected by every call with a reason once the code has changed', async () => {
    const server = createCoreServer();
    const token = await tokenFor(server, 'ada');
    server.changeAccessCode('the code of next month');
    for (const path of [dataPath('ukraines/pull'), dataPath('products/pull'), dataPath('stream')]) {
      const response = await server.request(path, {
        as: { device: 'ada' },
        ...withToken(token),
      });
      expect(response.status).toBe(403);
      expect(await errorIn(response)).toMatchObject({ reason: 'ACCESS_CODE_CHANGED' });
    }
  });
});

test('[T15] [R-LCK-03] a code from the settings can only be changed there', async () => {
  const options = { signingSecret: 'signing', clock: createTestClock() };
  const fixed = createCurrentAccessCode({ read: () => 'kestrel-9' }, options);
  await expect(fixed.change('heron 7')).rejects.toThrow(/ACCESS_CODE.*nothing was changed/);
  expect([fixed.isCorrect('kestrel-9'), fixed.isCorrect('heron 7')]).toEqual([true, false]);
});

test('[T15] [R-LCK-03] a new code that cannot be stored does not take effect', async () => {
  const accessCode = createCurrentAccessCode(
    keepInProcess('kestrel-9', () => {
      throw new Error('The disk is full.');
    }),
    { signingSecret: 'signing', clock: createTestClock() },
  );
  await expect(accessCode.change('heron 7')).rejects.toThrow('The disk is full.');
  expect([accessCode.isCorrect('kestrel-9'), accessCode.isCorrect('heron 7')]).toEqual([true, false]);
});

test('[T04] [T15] an unlocked device’s stream ends when the code changes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = createCoreServer();
  const open = async (isUnlocked: boolean) =>
    createStreamReader(await server.request(dataPath('stream'), { as: { device: 'ada', isUnlocked } }));
  const [unlocked, locked] = [await open(true), await open(false)];
  const change = { as: 'admin', method: 'PUT', json: { code: 'heron 7' } } as const;
  expect((await server.request('/admin/access-code', change)).status).toBe(200);
  await vi.advanceTimersByTimeAsync(15_000);
  expect((await unlocked.until('end')).map(({ event }) => event)).toEqual(['hello']);
  expect((await locked.until('comment')).map(({ event }) => event)).toEqual(['hello', 'comment']);
});

test('[R-ROL-06] the role declared in an order does not change the device’s rights', async () => {
  const server = createCoreServer();
  const as = { device: 'ada', isUnlocked: true };
  for (const role of PURCHASE_ROLES) {
    const order = row(role.slice(-5), `w-${role}`, { ...ORDER, role, engineeringNeeds: '' });
    expect(await pushRow(server, as, 'ukraines', order)).toMatchObject({ verdict: 'accepted' });
  }
  expect((await pullPage(server, as, 'ukraines')).documents).toHaveLength(PURCHASE_ROLES.length);
  expect((await pullPage(server, { device: 'ben', isUnlocked: true }, 'ukraines')).documents).toEqual([]);
});
