import { beforeEach, expect, test } from 'vitest';
import type { CompactableStore } from '#server/core/compactable-store.ts';
import { compactStore } from '#server/core/maintenance.ts';
import { UNQUOTED } from '#server/payments/payment.ts';
import { createSqliteDeviceStore } from '#server/stores/sqlite/device-table.ts';
import { createSqlitePaymentStore } from '#server/stores/sqlite/payment-store.ts';
import { createSqliteSimulatedPayments } from '#server/stores/sqlite/simulated-payments.ts';
import { event, payment } from '../contracts/payment-store-contract.ts';
import { createSuiteStore } from '../support/suite-store.ts';
import { openTemporaryStore } from '../support/temporary-store.ts';
import { dataPath, errorIn, pullPage, pushRow, row, signIn } from '../support/core-calls.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { enquiryContent, productContent } from '../support/samples.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import { createStreamReader } from '../support/stream-reader.ts';

const ADA = { device: 'ada' };
const HALF_A_YEAR_MS = 181 * 24 * 3_600_000;

let clock: TestClock;
let store: CompactableStore;
let server: CoreServer;
let staff: { readonly session: string };
beforeEach(() => {
  clock = createTestClock();
  const memory = createSuiteStore(clock);
  store = memory;
  server = createCoreServer(memory, clock);
  staff = signIn(server, 'sam', true);
});

const put = (id: string, name = id) =>
  server.request(dataPath(`products/${id}`), { as: staff, method: 'PUT', json: productContent(name) });
const remove = (id: string) => server.request(dataPath(`products/${id}`), { as: staff, method: 'DELETE' });
async function forget(): Promise<void> {
  clock.advance(HALF_A_YEAR_MS);
  await compactStore(store, clock.now());
}
const pull = (after: string, rewind = '') =>
  server.request(dataPath(`products/pull?after=${after}${rewind && `&rewind=${rewind}`}`), { as: ADA });

test('[RT2] [F65] a device that was away longer than the retention gets RESET', async () => {
  await put('one');
  await put('two');
  const asleep = (await pullPage(server, ADA, 'products')).checkpoint;
  await remove('one');
  const awake = (await pullPage(server, ADA, 'products')).checkpoint;
  await forget();
  const response = await pull(asleep);
  expect(response.status).toBe(409);
  expect(await errorIn(response)).toMatchObject({ code: 'aborted', reason: 'RESET', restoredTo: 3 });
  expect((await pull(awake)).status).toBe(200);
  expect((await pull(awake, asleep)).status).toBe(200);
  const fresh = await pullPage(server, ADA, 'products');
  expect(fresh.documents.map(({ FBUID }) => FBUID)).toEqual(['two']);
  expect((await pull(fresh.checkpoint)).status).toBe(200);
});

test('[RT2] [ST2] changes since a sequence below the horizon are unknown, so hello names no collections', async () => {
  await put('one');
  await remove('one');
  await put('two');
  await forget();
  const helloAfter = async (after: number) => {
    const response = await server.request(dataPath(`stream?after=${after}`), { as: ADA });
    return (await createStreamReader(response).next())?.data;
  };
  expect(await helloAfter(1)).not.toHaveProperty('changedCollections');
  expect(await helloAfter(2)).toHaveProperty('changedCollections', ['products']);
});

test('[RT2] [PL2] a quiet collection’s checkpoint stays above the horizon while its device pulls', async () => {
  await put('one');
  await remove('one');
  const { checkpoint } = await pullPage(server, ADA, 'templates');
  await forget();
  const response = await server.request(dataPath(`templates/pull?after=${checkpoint}`), { as: ADA });
  expect(response.status).toBe(200);
});

test('[RT2] a write on a purged document is gone, and does not restore it', async () => {
  await put('one');
  const [stored] = (await pullPage(server, staff, 'products')).documents;
  await remove('one');
  await forget();
  const late = row('one', 'late', productContent('late'), { base: stored?.writeId ?? '' });
  expect(await pushRow(server, staff, 'products', late)).toMatchObject({ verdict: 'gone', writeId: 'late' });
  expect((await pullPage(server, staff, 'products')).documents).toEqual([]);
  const created = row('one', 'anew', productContent('anew'));
  expect(await pushRow(server, staff, 'products', created)).toMatchObject({ verdict: 'accepted' });
});

test('[T37] [F79] a device that owns nothing is forgotten 30 days after its last call, and registers again', async () => {
  const disk = openTemporaryStore(clock);
  const devices = createSqliteDeviceStore(disk.database.writer);
  server = createCoreServer(disk.store, clock);
  for (const fid of ['visitor', 'buyer', 'blocked', 'present'])
    await devices.add({ fid, secretHash: 'hash' }, clock.now());
  await pushRow(server, { device: 'buyer' }, 'contacts', row('e', 'w', enquiryContent()));
  await devices.setBlocked('blocked', true, clock.now());
  const known = async () =>
    (await devices.list({ prefix: '', isBlocked: false, limit: 9 })).devices.map(({ fid }) => fid).toSorted();
  clock.advance(30 * 24 * 3_600_000);
  await devices.touch('present', clock.now());
  await compactStore(disk.store, clock.now());
  expect(await known()).toEqual(['blocked', 'buyer', 'present', 'visitor']);
  clock.advance(1);
  expect(await compactStore(disk.store, clock.now())).toBe(1);
  expect(await known()).toEqual(['blocked', 'buyer', 'present']);
  expect(await devices.add({ fid: 'visitor', secretHash: 'another' }, clock.now())).toBe(true);
  await disk.dispose();
});

const MONTH_MS = 30 * 24 * 3_600_000;

test('[PY10] [T37] a payment that can no longer be paid goes after 30 days, and frees its device; all others stay', async () => {
  const disk = openTemporaryStore(clock);
  const { writer } = disk.database;
  const payments = createSqlitePaymentStore(writer);
  const devices = createSqliteDeviceStore(writer);
  const put = (id: string, changes: object) =>
    payments.claim(
      payment(id, { fingerprint: id, owner: `device:${id}`, createdAt: clock.now(), ...changes }),
      0,
    );
  const unknown = { status: 'failed', review: 'the provider does not know this payment' };
  const going = {
    created: {},
    expired: {},
    failed: {},
    unquoted: { status: 'failed', review: UNQUOTED },
    settled: { ...unknown, settledAt: 1 },
  };
  const staying = {
    open: {},
    processing: {},
    paid: {},
    refunded: {},
    // Money came, but not what was asked for.
    mismatch: { status: 'failed', review: 'the provider took 1.00 AUD instead of 2.00 AUD' },
    received: { status: 'expired', paidAt: 1 },
    unknown,
  };
  for (const [id, changes] of Object.entries({ ...going, ...staying })) {
    await put(id, { status: id, sessionId: id === 'created' ? undefined : `cs_${id}`, ...changes });
    await devices.add({ fid: id, secretHash: 'hash' }, clock.now());
  }
  const left = async (ids: readonly string[]) => {
    const found = await Promise.all(ids.map((id) => payments.find(id)));
    return found.flatMap((one) => one?.id ?? []);
  };
  const known = async () =>
    (await devices.list({ prefix: '', isBlocked: false, limit: 99 })).devices.map(({ fid }) => fid);
  const all = [...Object.keys(going), ...Object.keys(staying)];

  clock.advance(MONTH_MS);
  await compactStore(disk.store, clock.now());
  expect(await left(all)).toEqual(all);
  expect((await known()).toSorted()).toEqual(all.toSorted());
  clock.advance(1);
  await put('new', { status: 'expired', sessionId: 'cs_new' });
  await compactStore(disk.store, clock.now());
  expect(await left([...all, 'new'])).toEqual([...Object.keys(staying), 'new']);
  expect((await known()).toSorted()).toEqual(Object.keys(staying).toSorted());
  clock.advance(20 * 366 * 24 * 3_600_000);
  await compactStore(disk.store, clock.now());
  expect(await left(all)).toEqual(Object.keys(staying));
  await disk.dispose();
});

test('[PY10] [T37] a payment event goes 30 days after it was applied or ignored; one that waits or needs review stays', async () => {
  const disk = openTemporaryStore(clock);
  const payments = createSqlitePaymentStore(disk.database.writer);
  const states = ['received', 'applied', 'ignored', 'review'] as const;
  for (const state of states) await payments.addEvent(event(state, { state, receivedAt: clock.now() }));
  const left = async () => {
    const found = await Promise.all(states.map((state) => payments.findEvent(state)));
    return found.flatMap((row) => row?.state ?? []);
  };
  clock.advance(MONTH_MS);
  await compactStore(disk.store, clock.now());
  expect(await left()).toEqual(states);
  clock.advance(1);
  expect(await compactStore(disk.store, clock.now())).toBe(2);
  expect(await left()).toEqual(['received', 'review']);
  await disk.dispose();
});

test('[PY10] [T37] what the test payment page stores goes with the payment it is of', async () => {
  const disk = openTemporaryStore(clock);
  const payments = createSqlitePaymentStore(disk.database.writer);
  const simulated = createSqliteSimulatedPayments(disk.database.writer);
  const session = {
    countries: [],
    lines: [],
    currency: 'AUD',
    successUrl: '',
    cancelUrl: '',
    requestHash: '',
  };
  const createdAt = clock.now();
  for (const id of ['expired', 'paid', 'lost']) {
    const event = { id: `evt_${id}`, type: 'checkout.session.expired', created: createdAt / 1000 };
    await simulated.add({ ...session, id, state: 'expired', createdAt, expiresAt: createdAt });
    await simulated.change(id, (current) => ({ session: current, event }));
  }
  for (const status of ['expired', 'paid'] as const)
    await payments.claim(payment(status, { fingerprint: status, sessionId: status, status, createdAt }), 0);
  const list = { since: 0, after: undefined, limit: 9 };
  const left = async () => [
    (await simulated.list(list)).length,
    (await simulated.listEvents({ ...list, types: [] })).length,
  ];
  clock.advance(MONTH_MS);
  await compactStore(disk.store, clock.now());
  expect(await left()).toEqual([3, 3]);
  clock.advance(1000);
  await compactStore(disk.store, clock.now());
  expect(await left()).toEqual([1, 0]);
  expect(await simulated.find('paid')).toBeDefined();
  await disk.dispose();
});
