import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Installation } from '#shared/api/messages.ts';
import { compactStore, toClampedTime } from '#server/core/maintenance.ts';
import { dataPath, historyOf, pullPage, pushRow, pushRows, row, signIn } from '../support/core-calls.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { enquiryContent, productContent } from '../support/samples.ts';
import { openTemporaryStore, type TemporaryStore } from '../support/temporary-store.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';

const ADA = { device: 'ada' };
const DAY_MS = 24 * 3_600_000;
const TEN_YEARS_MS = 3653 * DAY_MS;
const FID = 'abcdefghijklmnopqrst';

let world: TemporaryStore;
let server: CoreServer;
let clock: TestClock;
beforeEach(() => {
  clock = createTestClock();
  world = openTemporaryStore(clock);
  server = createCoreServer(world.store, clock);
});
afterEach(() => world.dispose());

const compact = async () => compactStore(world.store, await toClampedTime(world.store, clock.now()));
const push = (id: string, writeId: string, base?: string) =>
  pushRow(server, ADA, 'contacts', row(id, writeId, enquiryContent(writeId), base ? { base } : {}));

test('[F16] [SQ1] [HI1] for any clock, the sequence gives the order and history keys increase', async () => {
  await push('one', 'w0');
  const { checkpoint } = await pullPage(server, ADA, 'contacts');
  const leaps = [-DAY_MS, TEN_YEARS_MS, -TEN_YEARS_MS, 0, -10 * DAY_MS, DAY_MS];
  for (const [index, leap] of leaps.entries()) {
    clock.advance(leap);
    expect((await push('one', `w${index + 1}`, `w${index}`)).verdict).toBe('accepted');
    await push(`other${index}`, `o${index}`);
  }
  const entries = await historyOf(server, ADA, 'contacts/one');
  expect(entries.map(({ data }) => data['contactMessage'])).toEqual([
    'w6',
    'w5',
    'w4',
    'w3',
    'w2',
    'w1',
    'w0',
  ]);
  const keys = entries.map(({ at }) => at);
  expect(keys).toEqual([...new Set(keys)].toSorted().toReversed());
  const { documents } = await pullPage(server, ADA, 'contacts', `after=${checkpoint}`);
  expect(documents.map(({ FBUID }) => FBUID)).toEqual([
    'other0',
    'other1',
    'other2',
    'other3',
    'other4',
    'one',
    'other5',
  ]);
});

test('[F16] [RT1] a clock ten years ahead does not expire tombstones; once corrected, retention continues', async () => {
  const staff = signIn(server, 'sam', true);
  const path = dataPath('products/one');
  await server.request(path, { as: staff, method: 'PUT', json: productContent('one') });
  await server.request(path, { as: staff, method: 'DELETE' });
  const tombstones = async () => (await pullPage(server, staff, 'products')).documents.length;
  expect(await compact()).toBe(0);
  clock.advance(TEN_YEARS_MS);
  for (let start = 0; start < 5; start++) expect(await compact()).toBe(0);
  clock.advance(-TEN_YEARS_MS);
  for (let day = 0; day < 180; day++) {
    expect(await compact()).toBe(0);
    clock.advance(DAY_MS);
  }
  expect(await tombstones()).toBe(1);
  // Both writes were made in the same millisecond, so the second entry's key is one later.
  clock.advance(2);
  expect(await compact()).toBeGreaterThan(0);
  expect(await tombstones()).toBe(0);
});

test('[F16] a server that was off for two years catches up within a month of daily runs', async () => {
  await compact();
  clock.advance(730 * DAY_MS);
  for (let day = 0; day < 30; day++) await world.store.clampClock(clock.now(), 31 * DAY_MS);
  expect(await world.store.clampClock(clock.now(), 31 * DAY_MS)).toBe(clock.now());
});

test('[F16] a device whose token expired by a clock jump renews it with its refresh token and loses nothing', async () => {
  const request = { fid: FID, appId: 'nankeen', authVersion: 'v1', sdkVersion: '0.2.75' };
  const response = await server.request('/installations', { method: 'POST', json: request });
  const { refreshToken, authToken } = (await response.json()) as Installation;
  const pullWith = (token: string) =>
    server.request(dataPath('contacts/pull'), { headers: { authorization: `Bearer ${token}` } });
  await pushRows(server, { device: FID }, 'contacts', [row('mine', 'w', enquiryContent())]);
  clock.advance(-DAY_MS);
  expect((await pullWith(authToken.token)).status).toBe(200);
  clock.advance(TEN_YEARS_MS);
  expect((await pullWith(authToken.token)).status).toBe(401);
  const renewed = await server.request(`/installations/${FID}/authTokens:generate`, {
    method: 'POST',
    json: {},
    headers: { authorization: `Refresh ${refreshToken}` },
  });
  const { token } = (await renewed.json()) as { token: string };
  expect(await (await pullWith(token)).json()).toMatchObject({ documents: [{ FBUID: 'mine' }] });
  clock.advance(-TEN_YEARS_MS);
  expect((await pullWith(authToken.token)).status).toBe(200);
});

test('[F17] [HI1] a hundred writes in one millisecond leave a hundred entries with distinct keys', async () => {
  const trail = Array.from({ length: 99 }, (_, index) => ({
    writeId: `t${index}`,
    at: '2026-03-02T09:00:00.000Z',
    data: enquiryContent(`t${index}`),
  }));
  await pushRows(server, ADA, 'contacts', [row('one', 'w', enquiryContent('w'), { trail })]);
  const entries = await historyOf(server, ADA, 'contacts/one', 'limit=200');
  expect(new Set(entries.map(({ at }) => at)).size).toBe(100);
  const texts = ['w', ...trail.map(({ writeId }) => writeId).toReversed()];
  expect(entries.map(({ data }) => data['contactMessage'])).toEqual(texts);
  const at = entries.at(57)?.at;
  const restored = await server.request(dataPath('contacts/one/restore'), {
    as: ADA,
    method: 'POST',
    json: { at },
  });
  expect(await restored.json()).toMatchObject({ contactMessage: 't42' });
});
