import { beforeEach, expect, test } from 'vitest';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import { dataPath, errorIn, historyOf, pullPage, pushRow, row, signIn } from '../support/core-calls.ts';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { enquiryContent, productContent } from '../support/samples.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';

const ADA = { device: 'ada' };
const BEN = { device: 'ben' };

let server: CoreServer;
let clock: TestClock;
let ann: { readonly session: string };
beforeEach(() => {
  clock = createTestClock();
  server = createCoreServer(undefined, clock);
  ann = signIn(server, 'ann');
});

const claim = async (as: Caller) =>
  ((await (await server.request('/claim', { as, method: 'POST' })).json()) as { readonly claimed: number })
    .claimed;
const read = async (as: Caller, key: string) =>
  (await (await server.request(dataPath(key), { as })).json()) as WireDocument;
const status = async (as: Caller, key: string) => (await server.request(dataPath(key), { as })).status;
const enquire = (as: Caller, id: string) =>
  pushRow(server, as, 'contacts', row(id, `w-${id}`, enquiryContent(id)));
const fill = (as: Caller, id: string, counts: Record<string, number>) =>
  server.request(dataPath(`checkouts/${id}`), {
    as,
    method: 'PUT',
    json: {
      checkoutItems: Object.entries(counts).map(([name, productCount]) => ({
        FBUID: name,
        ...productContent(name),
        productCount,
      })),
    },
  });
const countsOf = async (as: Caller, id: string) => {
  const items = (await read(as, `checkouts/${id}`))['checkoutItems'] as {
    FBUID: string;
    productCount: number;
  }[];
  return Object.fromEntries(items.map(({ FBUID, productCount }) => [FBUID, productCount]));
};

test('[AC4] [HI2] the account that signs in on a device claims its documents, with one write each', async () => {
  await enquire(ADA, 'one');
  await enquire(ADA, 'two');
  await enquire(BEN, 'foreign');
  clock.advance(60_000);
  expect(await claim({ ...ADA, ...ann })).toBe(2);
  expect(await status(ann, 'contacts/one')).toBe(200);
  expect(await status(ann, 'contacts/two')).toBe(200);
  expect(await status(ADA, 'contacts/one')).toBe(404);
  expect(await status(BEN, 'contacts/foreign')).toBe(200);
  const [claimed, created, ...rest] = await historyOf(server, ann, 'contacts/one');
  expect(rest).toEqual([]);
  expect(claimed).toMatchObject({ operation: 'update', updatedBy: 'ann@example.com', device: 'ada' });
  expect(claimed).toMatchObject({ at: '2026-03-02T09:01:00.000Z', data: created?.data });
  expect(claimed?.writeId).not.toBe('w-one');
});

test('[AC4] claiming again changes nothing but claims later documents', async () => {
  await enquire(ADA, 'one');
  await fill(ADA, 'ada', { drone: 2 });
  const both = { ...ADA, ...ann };
  expect(await claim(both)).toBe(2);
  const sequence = await server.store.newestSequence();
  expect(await claim(both)).toBe(0);
  expect(await server.store.newestSequence()).toBe(sequence);
  await enquire(ADA, 'later');
  expect(await claim(both)).toBe(1);
  expect(await countsOf(ann, 'id-of-ann')).toEqual({ drone: 2 });
});

test('[AC4] a deleted document is claimed as deleted, and the account can read its history', async () => {
  await enquire(ADA, 'one');
  await server.request(dataPath('contacts/one'), { as: ADA, method: 'DELETE' });
  expect(await claim({ ...ADA, ...ann })).toBe(1);
  expect(await status(ann, 'contacts/one')).toBe(404);
  const { documents } = await pullPage(server, ann, 'contacts');
  expect(documents).toMatchObject([{ FBUID: 'one', _deleted: true }]);
  expect((await historyOf(server, ann, 'contacts/one')).map(({ operation }) => operation)).toEqual([
    'delete',
    'delete',
    'create',
  ]);
});

test('[AC4] the device’s cart is merged into the account’s, up to ten of each, and then emptied', async () => {
  await fill(ann, 'id-of-ann', { drone: 7, battery: 1 });
  await fill(ADA, 'ada', { drone: 5, propeller: 3 });
  expect(await claim({ ...ADA, ...ann })).toBe(1);
  expect(await countsOf(ann, 'id-of-ann')).toEqual({ drone: 10, battery: 1, propeller: 3 });
  expect(await countsOf(ADA, 'ada')).toEqual({});
  expect(await status(ann, 'checkouts/ada')).toBe(404);
  expect(await historyOf(server, ann, 'checkouts/id-of-ann')).toHaveLength(2);
});

test('[AC4] an account without a cart, or with a deleted one, gets the device’s cart', async () => {
  await fill(ADA, 'ada', { drone: 2 });
  expect(await claim({ ...ADA, ...ann })).toBe(1);
  expect(await countsOf(ann, 'id-of-ann')).toEqual({ drone: 2 });
  await server.request(dataPath('checkouts/id-of-ann'), { as: ann, method: 'DELETE' });
  await fill(ADA, 'ada', { battery: 1 });
  expect(await claim({ ...ADA, ...ann })).toBe(1);
  expect(await countsOf(ann, 'id-of-ann')).toEqual({ battery: 1 });
});

test('[AC4] the device’s cart is merged into the one that the account filled on this device', async () => {
  await fill({ ...ADA, ...ann }, 'id-of-ann', { drone: 2 });
  await fill(ADA, 'ada', { drone: 1, battery: 1 });
  expect(await claim({ ...ADA, ...ann })).toBe(1);
  expect(await countsOf(ann, 'id-of-ann')).toEqual({ drone: 3, battery: 1 });
});

test('[AC4] two carts that exceed the limit together stay unchanged', async () => {
  const many = (from: number) =>
    Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`p${from + index}`, 1]));
  await fill(ann, 'id-of-ann', many(0));
  await fill(ADA, 'ada', many(100));
  const sequence = await server.store.newestSequence();
  expect(await claim({ ...ADA, ...ann })).toBe(0);
  expect(await server.store.newestSequence()).toBe(sequence);
});

test('[AC4] [AC1] a foreign document with the account’s cart id gains and loses nothing', async () => {
  await fill('admin', 'id-of-ann', { trap: 1 });
  await fill(ADA, 'ada', { drone: 2 });
  expect(await claim({ ...ADA, ...ann })).toBe(0);
  expect(await countsOf('admin', 'id-of-ann')).toEqual({ trap: 1 });
  expect(await countsOf(ADA, 'ada')).toEqual({ drone: 2 });
});

test('[AC4] a claim needs both a device token and a signed-in account', async () => {
  await enquire(ADA, 'one');
  for (const [as, reason] of [
    [ADA, 'NO_ACCOUNT'],
    [ann, 'NO_DEVICE'],
    [{}, 'NO_DEVICE'],
    ['admin', 'NO_DEVICE'],
  ] as const) {
    const response = await server.request('/claim', { as, method: 'POST' });
    expect(response.status).toBe(401);
    expect(await errorIn(response)).toMatchObject({ code: 'unauthenticated', reason });
  }
  expect(await status(ADA, 'contacts/one')).toBe(200);
});
