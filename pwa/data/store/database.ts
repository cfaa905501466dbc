import {
  addRxPlugin,
  createRxDatabase,
  type RxCollection,
  type RxDatabase,
  type RxStorage,
} from 'rxdb/plugins/core';
import { RxDBCleanupPlugin } from 'rxdb/plugins/cleanup';
import {
  COLLECTION_NAMES,
  COLLECTIONS,
  type CollectionDocuments,
  type CollectionName,
} from '#shared/collections/catalogue.ts';
import type { CollectionDefinition } from '#shared/collections/collection.ts';
import { nextTask } from '#pwa/pause.ts';
import { withOrderedEvents } from './ordered-events.ts';
import { toRxSchema } from './rx-schema.ts';
import { rejectedChangeSchema, type RejectedChange } from '../sync/rejected-change-record.ts';
import { outboxSchema, type OutboxRecord } from '../sync/outbox-record.ts';
import { checkpointSchema, type CheckpointRecord } from '../sync/checkpoint-record.ts';

addRxPlugin(RxDBCleanupPlugin);

type ShopCollections = { [Name in CollectionName]: RxCollection<CollectionDocuments[Name]> } & {
  /** Local only: writes without a verdict. */
  outbox: RxCollection<OutboxRecord>;
  /** Local only: content the server refused or could not merge. */
  rejectedChanges: RxCollection<RejectedChange>;
  /** Local only: how far each collection has been pulled. */
  checkpoints: RxCollection<CheckpointRecord>;
};

/** The local store of one identity on this device. */
export type LocalDatabase = RxDatabase<ShopCollections>;

export interface DatabaseOptions {
  readonly name: string;
  readonly storage: RxStorage<unknown, unknown>;
  /** Whether other tabs may open the same store. */
  readonly isShared: boolean;
  /** Default: all. RxDB allows 13 open collections per JavaScript realm. */
  readonly collections?: readonly CollectionName[];
  /** Default: the product's own. */
  readonly definitions?: Readonly<Record<CollectionName, CollectionDefinition>>;
}

/** Opens the local store, creating it if it doesn't exist. */
export async function openDatabase(options: DatabaseOptions): Promise<LocalDatabase> {
  const { name, storage, isShared, collections = COLLECTION_NAMES, definitions = COLLECTIONS } = options;
  const database = await createRxDatabase<ShopCollections>({
    name,
    storage: withOrderedEvents(storage),
    multiInstance: isShared,
    eventReduce: true,
    closeDuplicates: true,
    // Every tab may clean up: our own lock elects the replicating tab, not RxDB's.
    cleanupPolicy: { waitForLeadership: false },
  });
  const schemas = collections.map((collection) => [
    collection,
    // Documents of an earlier schema version are in a store of another name and are adopted from there.
    { schema: toRxSchema(definitions[collection]), autoMigrate: false },
  ]);
  // Creating the database and opening its collections are long tasks: yield in between.
  await nextTask();
  try {
    await database.addCollections({
      ...Object.fromEntries(schemas),
      outbox: { schema: outboxSchema },
      rejectedChanges: { schema: rejectedChangeSchema },
      checkpoints: { schema: checkpointSchema, autoMigrate: false },
    });
  } catch (error) {
    // Collections that did open count towards RxDB's limit.
    await database.close();
    throw error;
  }
  return database;
}
