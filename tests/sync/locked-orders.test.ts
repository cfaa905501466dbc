import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApiClient, RequestInit } from '#shared/api/client.ts';
import { ROUTES } from '#shared/api/routes.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { createAccessMemory, type AccessMemory } from '#pwa/data/session/access-memory.ts';
import { openDatabase, type LocalDatabase } from '#pwa/data/store/database.ts';
import { createDeviceClient } from '#pwa/data/sync/device-client.ts';
import { writeDocument } from '#pwa/data/store/local-writes.ts';
import { createPageStorage } from '#pwa/data/store/page-storage.ts';
import { isSent, toPulled } from '#pwa/data/sync/open-collections.ts';
import { createPullPace, pullCollection } from '#pwa/data/sync/pull-collection.ts';
import { pushWrites } from '#pwa/data/sync/push-writes.ts';
import { ACCESS_CODE, createCoreServer, DATA_ENDPOINT, type CoreServer } from '../support/core-server.ts';
import { noRecords } from '../support/memory-record.ts';
import { enquiryContent } from '../support/samples.ts';
import { STORED_DOCUMENTS } from '../support/stored-documents.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';

const DAY_MS = 24 * 3_600_000;

let clock: TestClock;
let server: CoreServer;
let database: LocalDatabase;
let access: AccessMemory;
let client: ApiClient;

beforeEach(async () => {
  clock = createTestClock();
  server = createCoreServer(undefined, clock);
  access = createAccessMemory(
    createPageStorage(() => nowhere()),
    noRecords,
  );
  const installation = { authToken: async () => server.tokenOf('field'), dropToken: () => undefined };
  client = createDeviceClient({
    fetch: async (url, init) => server.app.request(url, init as RequestInit & { signal?: never }),
    origin: 'http://localhost',
    dataEndpoint: DATA_ENDPOINT,
    installation,
    access,
    isStaff: () => false,
    cookies: () => '',
  });
  database = await openDatabase({
    name: `locked${createId().toLowerCase()}`,
    storage: getRxStorageMemory(),
    isShared: false,
    collections: ['contacts', 'ukraines'],
  });
});
afterEach(() => database.close());

/** Disabled local storage: values last as long as the page. */
function nowhere(): never {
  throw new Error('no storage');
}

const rights = () => ({ isStaff: false, hasAccessCode: access.token() !== undefined });

async function unlock(code: string): Promise<void> {
  const { token } = await client.call(ROUTES.enterAccessCode, { body: { code } });
  if (token !== null) await access.keep(token);
}

async function sync(): Promise<void> {
  const { clock } = server;
  const isOpen = (collection: string) => isSent(collection, rights());
  await pushWrites({ database, client, clock, onPushed: () => undefined, isSent: isOpen });
  for (const collection of toPulled(rights()).filter((name) => name in database.collections))
    await pullCollection({ database, client, clock, pace: createPullPace() }, collection);
}

async function confirm(id: string, deviceClock: Clock = server.clock): Promise<void> {
  const { role, engineeringNeeds, missionType, selectedComponents, templateImage } =
    STORED_DOCUMENTS.ukraines;
  const content = { role, engineeringNeeds, missionType, selectedComponents, templateImage };
  await writeDocument({ database, clock: deviceClock }, 'ukraines', id, () => content);
}

const countWaiting = () => database.outbox.count().exec();
const isOnServer = async (id: string) =>
  (await server.store.read({ collection: 'ukraines', id })) !== undefined;

test('[R-ROL-05] [R-CAL-21] an order made while the pages were locked stays pending, and everything else is sent', async () => {
  await confirm('order');
  await writeDocument({ database, clock: server.clock }, 'contacts', 'enquiry', () => enquiryContent());
  await sync();
  expect([await countWaiting(), await isOnServer('order')]).toEqual([1, false]);
  await unlock(`${ACCESS_CODE}!`);
  await sync();
  expect([await countWaiting(), await isOnServer('order')]).toEqual([1, false]);
  await unlock(ACCESS_CODE);
  await sync();
  expect([await countWaiting(), await isOnServer('order')]).toEqual([0, true]);
});

test('[R-ROL-05] [R-LCK-02] a changed code locks at the next contact and keeps every order; pending ones are sent with the new code', async () => {
  await unlock(ACCESS_CODE);
  await confirm('sent');
  await sync();
  await confirm('waiting');
  server.changeAccessCode('another one');
  // The first call reports it; the others proceed without the code.
  await sync().catch(() => undefined);
  await sync();
  expect(access.token()).toBeUndefined();
  expect(await countWaiting()).toBe(1);
  expect(await database.rejectedChanges.count().exec()).toBe(0);
  expect((await database.ukraines.find().exec()).map(({ FBUID }) => FBUID).toSorted()).toEqual([
    'sent',
    'waiting',
  ]);
  await unlock('another one');
  await sync();
  expect([await countWaiting(), await isOnServer('waiting')]).toEqual([0, true]);
});

test('[R-CST-06] [RJ1] an order of a device whose clock says 1970 is kept, and goes out with the date of its next confirmation', async () => {
  await unlock(ACCESS_CODE);
  await confirm('order', createTestClock('1970-01-01T00:00:10.000Z'));
  await sync();
  expect(await isOnServer('order')).toBe(false);
  const [refused] = await database.rejectedChanges.find().exec();
  expect(refused?.toJSON()).toMatchObject({
    path: 'createdAt',
    message: expect.stringContaining('1970-01-01'),
    content: { createdAt: expect.stringContaining('1970-01-01') },
  });
  await confirm('order');
  await sync();
  expect(await server.store.read({ collection: 'ukraines', id: 'order' })).toMatchObject({
    data: { createdAt: '2026-03-02T20:00:00.000+11:00' },
  });
});

test('[T13] [R-LCK-02] a device in use stays unlocked; one that was away for 90 days asks for the code and keeps its orders', async () => {
  await unlock(ACCESS_CODE);
  for (let month = 0; month < 12; month++) {
    clock.advance(31 * DAY_MS);
    await confirm(`order${month}`);
    await sync();
    expect([await countWaiting(), await isOnServer(`order${month}`)]).toEqual([0, true]);
  }
  clock.advance(91 * DAY_MS);
  await confirm('late');
  await sync().catch(() => undefined);
  await sync();
  expect(access.token()).toBeUndefined();
  expect([await countWaiting(), await database.rejectedChanges.count().exec()]).toEqual([1, 0]);
  await unlock(ACCESS_CODE);
  await sync();
  expect([await countWaiting(), await isOnServer('late')]).toEqual([0, true]);
});
