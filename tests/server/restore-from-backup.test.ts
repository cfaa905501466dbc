import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApiClient } from '#shared/api/client.ts';
import { ROUTES } from '#shared/api/routes.ts';
import { markRestored } from '#server/stores/sqlite/restore-backup.ts';
import { openDatabase } from '#server/stores/sqlite/open-database.ts';
import { createSqliteStore } from '#server/stores/sqlite/sqlite-store.ts';
import { dataPath, errorIn, pullPage, pushRow, row } from '../support/core-calls.ts';
import { createCoreServer, DATA_ENDPOINT, type CoreServer } from '../support/core-server.ts';
import { enquiryContent, productContent } from '../support/samples.ts';
import { createTestDevice } from '../support/test-device.ts';

const ADA = { device: 'ada' };

let folder: string;
let server: CoreServer;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nankeen-restore-'));
  open();
});
afterEach(async () => {
  await server.store.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = (name: string) => join(folder, name);
function open(): void {
  server = createCoreServer(createSqliteStore(openDatabase(at('data.sqlite'))));
}
/** Copies the data file while the server is stopped. */
async function backUp(name: string): Promise<void> {
  await server.store.close();
  copyFileSync(at('data.sqlite'), at(name));
  open();
}
async function restore(name: string, isMarked = true): Promise<void> {
  await server.store.close();
  rmSync(at('data.sqlite-wal'), { force: true });
  rmSync(at('data.sqlite-shm'), { force: true });
  copyFileSync(at(name), at('data.sqlite'));
  if (isMarked) markRestored(at('data.sqlite'));
  open();
}
const enquire = (id: string) => pushRow(server, ADA, 'contacts', row(id, `w-${id}`, enquiryContent(id)));
const newestCheckpoint = async () => (await pullPage(server, ADA, 'contacts')).checkpoint;
async function resetOf(after: string) {
  const response = await server.request(dataPath(`contacts/pull?after=${after}`), { as: ADA });
  expect(response.status).toBe(409);
  return errorIn(response);
}

test('[RT3] [SQ3] [F60] after a restore a device learns up to which sequence its data survived', async () => {
  await enquire('one');
  await enquire('two');
  await backUp('backup');
  await enquire('three');
  const after = await newestCheckpoint();
  const { epoch } = server.store;
  await restore('backup');
  expect(server.store.epoch).not.toBe(epoch);
  expect(await resetOf(after)).toMatchObject({ code: 'aborted', reason: 'RESET', restoredTo: 2 });
  const client = createApiClient({
    fetch: async (url, init) => server.app.request(url, init as RequestInit),
    origin: 'http://localhost',
    dataEndpoint: DATA_ENDPOINT,
    headers: () => ({ authorization: `Bearer ${server.tokenOf('ada')}` }),
  });
  const pull = client.call(ROUTES.pull, { params: { collection: 'contacts' }, query: { after } });
  await expect(pull).rejects.toMatchObject({ reason: 'RESET', restoredTo: 2 });
});

test('[RT3] the epoch of restored data stays the same at the next start', async () => {
  await enquire('one');
  await backUp('backup');
  await restore('backup');
  const { epoch } = server.store;
  const after = await newestCheckpoint();
  await server.store.close();
  open();
  expect(server.store.epoch).toBe(epoch);
  expect((await server.request(dataPath(`contacts/pull?after=${after}`), { as: ADA })).status).toBe(200);
});

test('[RT3] a device that was away for two restores learns which sequence survived both', async () => {
  await enquire('one');
  await backUp('early');
  await enquire('two');
  const asleep = await newestCheckpoint();
  await restore('early');
  for (const id of ['a', 'b', 'c']) await enquire(id);
  const awake = await newestCheckpoint();
  await backUp('late');
  await enquire('d');
  await restore('late');
  expect(await resetOf(asleep)).toMatchObject({ restoredTo: 1 });
  expect(await resetOf(awake)).toMatchObject({ restoredTo: 4 });
});

test('[SQ3] a checkpoint of unknown data gets RESET without restoredTo', async () => {
  await enquire('one');
  const reset = await resetOf('1.anotherEpoch.0.5');
  expect(reset).toMatchObject({ reason: 'RESET' });
  expect(reset).not.toHaveProperty('restoredTo');
});

test('[SQ3] a file restored without a mark resets devices that are ahead', async () => {
  await enquire('one');
  await backUp('backup');
  await enquire('two');
  const after = await newestCheckpoint();
  await restore('backup', false);
  expect(await resetOf(after)).toMatchObject({ reason: 'RESET' });
});

test('[RT3] only a Nankeen data file can be marked as restored, and marking is idempotent', async () => {
  writeFileSync(at('other'), '');
  expect(() => markRestored(at('other'))).toThrow('not a data file');
  expect(() => markRestored(at('missing'))).toThrow();
  await enquire('one');
  await backUp('backup');
  markRestored(at('backup'));
  await restore('backup');
  const { epoch } = server.store;
  await server.store.close();
  open();
  expect(server.store.epoch).toBe(epoch);
});

test('[RT3] [SQ1] a write after a restore that reuses a sequence reaches every device', async () => {
  const write = (productName: string) =>
    server.request(dataPath('products/one'), {
      as: 'admin',
      method: 'PUT',
      json: productContent(productName),
    });
  const present = new Proxy({} as CoreServer, { get: (_none, name) => Reflect.get(server, name) });
  const devices = await Promise.all(
    ['awake', 'asleep'].map(() => createTestDevice(present, { collections: ['products'] })),
  );
  const [awake] = devices;
  const look = () =>
    Promise.all(devices.map(async (one) => (await one.read('products', 'one'))?.['productName']));
  await write('before');
  await backUp('backup');
  await write('lost');
  for (const device of devices) await device.pull('products');
  expect(await look()).toEqual(['lost', 'lost']);
  const { writeId: lost } = (await pullPage(server, 'admin', 'products')).documents[0] ?? {};
  await restore('backup');
  await awake?.sync('products');
  await write('after');
  for (const device of devices) await device.sync('products');
  const [{ writeId, sync } = {}] = (await pullPage(server, 'admin', 'products')).documents;
  expect(sync).toMatchObject({ sequence: 2 });
  expect(writeId).not.toBe(lost);
  expect(await look()).toEqual(['after', 'after']);
  for (const device of devices) await device.close();
});
