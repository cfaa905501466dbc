import { beforeEach, expect, test } from 'vitest';
import type { CompactableStore } from '#server/core/compactable-store.ts';
import { compactStore } from '#server/core/maintenance.ts';
import { createSqliteDeviceStore } from '#server/stores/sqlite/device-table.ts';
import { createMemoryStore } from '../support/memory-store.ts';
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
  const memory = createMemoryStore(clock);
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
