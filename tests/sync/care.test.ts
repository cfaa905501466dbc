import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCacheBudget, DEFAULT_CACHE_BYTES, MIN_CACHE_BYTES } from '#pwa/data/store/picture-cache.ts';
import { toUnsyncedTexts } from '#pwa/data/sync/export-unsynced.ts';
import { createDataLoss, forgetEvictionMarker, readDataLoss } from '#pwa/data/store/data-loss.ts';
import { detectEviction } from '#pwa/data/store/eviction-detector.ts';
import { requestPersistence, storageFacts } from '#pwa/data/store/persistence.ts';
import { readThrough } from '#pwa/data/sync/read-through.ts';
import { createMaySend } from '#pwa/data/sync/may-send.ts';
import { verifyCollection } from '#pwa/data/sync/verify.ts';
import { validateDocument } from '#shared/documents/validate-document.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { createTestDevice, OFFLINE, type TestDevice } from '../support/test-device.ts';

let server: CoreServer;
let device: TestDevice;

beforeEach(async () => {
  server = createCoreServer();
  device = await createTestDevice(server);
});

afterEach(() => device.close());

const write = (id: string, message?: string) => device.write('contacts', id, () => enquiryContent(message));

test('[R-ERR-08] a forced read of the server while offline fails with the specified sentence', async () => {
  const sentence = 'Failed to get documents from server...';
  await expect(readThrough(device.client, false, { collection: 'contacts' })).rejects.toThrow(
    expect.objectContaining({ message: sentence, code: 'unavailable' }),
  );
  device.network = OFFLINE;
  await expect(readThrough(device.client, true, { collection: 'contacts', id: 'a' })).rejects.toThrow(
    expect.objectContaining({ message: sentence }),
  );
});

test('[R-ERR-08] online, a forced read returns the server’s state, not pending writes', async () => {
  await write('enquiry1', 'sent');
  await device.sync('contacts');
  await write('enquiry1', 'waiting');
  const found = await readThrough(device.client, true, { collection: 'contacts', id: 'enquiry1' });
  expect(found).toMatchObject([{ contactMessage: 'sent' }]);
  expect(await readThrough(device.client, true, { collection: 'contacts' })).toHaveLength(1);
  await expect(
    readThrough(device.client, true, { collection: 'contacts', id: 'none' }),
  ).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('[R-CST-12] [R-DOC-06] the cache has 41943040 bytes by default, and never less than 1048576', () => {
  expect(createCacheBudget().bytes).toBe(41_943_040);
  expect(createCacheBudget(MIN_CACHE_BYTES).bytes).toBe(1_048_576);
  for (const bytes of [MIN_CACHE_BYTES - 1, 0, -1, Number.NaN]) {
    expect(() => createCacheBudget(bytes)).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
  }
});

test('[R-CST-12] pictures get the space that local data leave', () => {
  const budget = createCacheBudget();
  expect(budget.pictureBytes(1_000_000)).toBe(DEFAULT_CACHE_BYTES - 1_000_000);
  expect(budget.pictureBytes(DEFAULT_CACHE_BYTES * 2)).toBe(0);
});

test('[R-SYN-02] a device can check whether its data match the server’s', async () => {
  for (const id of ['a', 'b', 'c']) await write(id);
  await device.sync('contacts');
  expect(await verifyCollection(device.database, device.client, 'contacts')).toMatchObject({
    isSame: true,
    local: { count: 3 },
    server: { count: 3 },
  });
  const document = await device.database.contacts.findOne('b').exec();
  await document?.incrementalPatch({ writeId: 'damaged' });
  expect(await verifyCollection(device.database, device.client, 'contacts')).toMatchObject({ isSame: false });
});

test('[CL5] pending and rejected content is exported as importable documents', async () => {
  await write('waiting', 'of the outbox');
  await write('settled', 'two');
  await device.database.rejectedChanges.bulkInsert([
    rejectedChange('refused', 'rejected', {
      ...enquiryContent('refused'),
      createdAt: '2026-03-02T20:00:00.000+11:00',
    }),
    rejectedChange('settled', 'conflict', { contactMessage: { mine: 'mine', theirs: 'theirs' } }),
  ]);
  const [text] = await toUnsyncedTexts(device.database);
  expect(text?.collection).toBe('contacts');
  const documents = (text?.text ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(documents.map((document) => [document['FBUID'], document['contactMessage']])).toEqual([
    ['waiting', 'of the outbox'],
    ['settled', 'two'],
    ['refused', 'refused'],
    ['settled', 'mine'],
  ]);
  for (const document of documents) {
    expect(document).not.toHaveProperty('writeId');
    expect(document).not.toHaveProperty('sync');
    expect(validateDocument('contacts', document)).toEqual([]);
  }
});

function rejectedChange(documentId: string, kind: 'rejected' | 'conflict', content: Record<string, unknown>) {
  return {
    id: `of ${documentId}`,
    collectionName: 'contacts',
    documentId,
    kind,
    code: '',
    message: '',
    path: '',
    content,
    at: '',
  };
}

test('[F45] a local store evicted by the browser is detected; a new or deliberately removed one is not reported', async () => {
  const values = new Map<string, string>();
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  const { database } = device;
  expect(await detectEviction(database, storage, 1)).toBe(false);
  expect(await detectEviction(database, storage, 2)).toBe(false);
  await (await database.checkpoints.findOne('sentinel').exec())?.remove();
  const other = await createTestDevice(server);
  Object.defineProperty(other.database, 'name', { value: database.name });
  expect(await detectEviction(other.database, storage, 3)).toBe(true);
  expect(readDataLoss(storage)).toBe(3);
  createDataLoss(storage).acknowledge();
  expect(readDataLoss(storage)).toBeUndefined();
  expect(await detectEviction(other.database, storage, 4)).toBe(false);
  forgetEvictionMarker(database.name, storage);
  const third = await createTestDevice(server);
  Object.defineProperty(third.database, 'name', { value: database.name });
  expect(await detectEviction(third.database, storage, 5)).toBe(false);
  await Promise.all([other.close(), third.close()]);
});

test('[F44] [F45] the browser is asked for persistent storage; a browser without that API is no failure', async () => {
  expect(await requestPersistence({ persisted: async () => false, persist: async () => true })).toBe(true);
  expect(await requestPersistence({})).toBe(false);
  expect(
    await storageFacts({ estimate: async () => ({ usage: 5, quota: 9 }), persisted: async () => true }),
  ).toEqual({
    usage: 5,
    quota: 9,
    isPersisted: true,
  });
  expect(await storageFacts({})).toEqual({ usage: 0, quota: 0, isPersisted: false });
});

test('[RT3] after a restore, shoppers resend their own documents, staff the staff’s, and no one another’s cart', () => {
  const shopper = createMaySend({ isStaff: false, cartId: 'mine' });
  const staff = createMaySend({ isStaff: true, cartId: 'mine' });
  expect([shopper('products', 'a'), shopper('contacts', 'a'), shopper('checkouts', 'mine')]).toEqual([
    false,
    true,
    true,
  ]);
  expect([staff('products', 'a'), staff('contacts', 'a'), staff('checkouts', 'mine')]).toEqual([
    true,
    true,
    true,
  ]);
});
