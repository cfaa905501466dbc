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
import { nextTask } from '#pwa/next-task.ts';
import { toRxSchema } from './rx-schema.ts';
import { rejectedChangeSchema, type RejectedChange } from '../sync/rejected-change-record.ts';
import { outboxSchema, type OutboxRecord } from '../sync/outbox-record.ts';
import { checkpointSchema, type CheckpointRecord } from '../sync/checkpoint-record.ts';

addRxPlugin(RxDBCleanupPlugin);

type ShopCollections = { [Name in CollectionName]: RxCollection<CollectionDocuments[Name]> } & {
  /** Local only: writes that wait for the server's word. */
  outbox: RxCollection<OutboxRecord>;
  /** Local only: content the server refused. */
  rejectedChanges: RxCollection<RejectedChange>;
  /** Local only: how far each collection has been pulled. */
  checkpoints: RxCollection<CheckpointRecord>;
};

/** The local store of one identity on this device. */
export type LocalDatabase = RxDatabase<ShopCollections>;

export interface DatabaseOptions {
  readonly name: string;
  readonly storage: RxStorage<unknown, unknown>;
  /** Whether other tabs open the same store. */
  readonly isShared: boolean;
  /** All of them unless told otherwise; RxDB allows a JavaScript realm 13 open collections. */
  readonly collections?: readonly CollectionName[];
  /** The product's own unless told otherwise. */
  readonly definitions?: Readonly<Record<CollectionName, CollectionDefinition>>;
}

/** Opens the local store, making it when it is missing. */
export async function openDatabase(options: DatabaseOptions): Promise<LocalDatabase> {
  const { name, storage, isShared, collections = COLLECTION_NAMES, definitions = COLLECTIONS } = options;
  const database = await createRxDatabase<ShopCollections>({
    name,
    storage,
    multiInstance: isShared,
    eventReduce: true,
    closeDuplicates: true,
    // Every tab may tidy up: who replicates is settled by our own lock, not by RxDB's.
    cleanupPolicy: { waitForLeadership: false },
  });
  const schemas = collections.map((collection) => [
    collection,
    // What an earlier version left is in a store of another name, and is taken over from there.
    { schema: toRxSchema(definitions[collection]), autoMigrate: false },
  ]);
  // To begin and to open the collections are much work each.
  await nextTask();
  await database.addCollections({
    ...Object.fromEntries(schemas),
    outbox: { schema: outboxSchema },
    rejectedChanges: { schema: rejectedChangeSchema },
    checkpoints: { schema: checkpointSchema, autoMigrate: false },
  });
  return database;
}
