import { createRxDatabase } from 'rxdb/plugins/core';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { COLLECTION_NAMES, COLLECTIONS, type CollectionName } from '#shared/collections/catalogue.ts';
import { createSuiteStore } from '../support/suite-store.ts';
import { writeDocument } from '#pwa/data/store/local-writes.ts';
import { readDataLoss } from '#pwa/data/store/data-loss.ts';
import { detectEviction } from '#pwa/data/store/eviction-detector.ts';
import type { LocalDatabase } from '#pwa/data/store/database.ts';
import { toRxSchema } from '#pwa/data/store/rx-schema.ts';
import { rejectedChangeSchema } from '#pwa/data/sync/rejected-change-record.ts';
import { outboxSchema } from '#pwa/data/sync/outbox-record.ts';
import { checkpointSchema } from '#pwa/data/sync/checkpoint-record.ts';
import { createCoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestDevice } from '../support/test-device.ts';

/** The schema of an earlier build: two fields fewer. */
function toEarlierSchema() {
  const { restoredTo: _restoredTo, restarts: _restarts, ...properties } = checkpointSchema.properties;
  return { ...checkpointSchema, version: 0, properties };
}

function createStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

test('[RJ3] a store of an earlier build, with other checkpoint fields, opens with its pending writes and reports no loss', async () => {
  const clock = createTestClock();
  const server = createCoreServer(createSuiteStore(), clock);
  // A separate disk, so that data outlive the closed store.
  const storage = { ...getRxStorageMemory(), collectionStates: new Map() } as ReturnType<
    typeof getRxStorageMemory
  >;
  const earlier = await createRxDatabase<LocalDatabase['collections']>({
    name: 'earlier',
    storage,
    multiInstance: false,
    eventReduce: true,
  });
  await earlier.addCollections({
    contacts: { schema: toRxSchema(COLLECTIONS.contacts) },
    outbox: { schema: outboxSchema },
    rejectedChanges: { schema: rejectedChangeSchema },
    checkpoints: { schema: toEarlierSchema() },
  });
  const database = earlier as unknown as LocalDatabase;
  await database.checkpoints.insert({
    collectionName: 'contacts',
    checkpoint: '1.earlier.scope.7',
    rewinds: [],
    isRestarting: false,
  });
  await writeDocument({ database, clock }, 'contacts', 'waiting', () => enquiryContent('not sent yet'));
  await earlier.close();

  const device = await createTestDevice(server, {
    name: 'earlier',
    storage,
    clock,
    collections: ['contacts'],
  });
  const items = createStorage();
  items.setItem('nankeen.store.earlier', 'id in the earlier positions');
  expect(await detectEviction(device.database, items, clock.now())).toBe(false);
  expect(readDataLoss(items)).toBeUndefined();
  const waiting = await device.database.outbox.find().exec();
  expect(waiting.map(({ documentId }) => documentId)).toEqual(['waiting']);
  await device.pull('contacts');
  expect(await device.read('contacts', 'waiting')).toMatchObject({ contactMessage: 'not sent yet' });
  await device.sync('contacts');
  expect(await device.database.outbox.find().exec()).toEqual([]);
  const stored = await server.store.read({ collection: 'contacts', id: 'waiting' });
  expect(stored?.data['contactMessage']).toBe('not sent yet');
  await device.close();
});

/** Hashes that existing stores were created with. A new hash needs a new version and an upgrade for existing data. */
const SCHEMAS = [
  { schema: outboxSchema, version: 0, hash: '78ec436e8e2a' },
  { schema: rejectedChangeSchema, version: 0, hash: '9a90cb18dee3' },
  { schema: checkpointSchema, version: 2, hash: '1e709258d4ff' },
] as const;

test.each(SCHEMAS)(
  'a version of the local schema of $schema.title stays what it is',
  ({ schema, version, hash }) => {
    expect([schema.version, toHash(JSON.stringify(schema))]).toEqual([version, hash]);
  },
);

const COLLECTION_SCHEMAS: Readonly<Record<CollectionName, { version: number; hash: string }>> = {
  products: { version: 0, hash: 'ce8264ccce78' },
  checkouts: { version: 0, hash: '993bd5f8cba4' },
  profiles: { version: 0, hash: '84c2b691073f' },
  contacts: { version: 0, hash: '4bcdf96115ac' },
  templates: { version: 0, hash: '5aa47cf0a513' },
  ukraines: { version: 0, hash: 'e6440703cfbf' },
  orders: { version: 0, hash: '3c0274526103' },
  inbox: { version: 0, hash: 'fd83c667b3fc' },
};

test.each(COLLECTION_NAMES)(
  '[CL6] a released schema version of %s never changes, so that stores on devices still open',
  (name) => {
    const definition = COLLECTIONS[name];
    const present = { version: definition.version, hash: toHash(toSortedJson(toRxSchema(definition))) };
    const whatToDo =
      `A store whose ${name} have this version and another schema doesn’t open any more. Bump the version of ${name}, ` +
      `write upgrades[${definition.version + 1}], and pin ${JSON.stringify(present)} with the new version here.`;
    expect(present, whatToDo).toEqual(COLLECTION_SCHEMAS[name]);
  },
);

/** The order of fields in a stored schema is irrelevant. */
function toSortedJson(schema: object): string {
  return JSON.stringify(schema, (_field, entry: unknown) =>
    typeof entry === 'object' && entry !== null && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : entry,
  );
}

function toHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
