import {
  defaultConflictHandler,
  fillWithDefaultSettings,
  rxStorageInstanceToReplicationHandler,
  type RxReplicationHandler,
} from 'rxdb/plugins/core';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { createId } from '#shared/kernel/ids.ts';

export interface Thing {
  readonly id: string;
  readonly text: string;
}

/** RxDB's own server: the master side of its replication, on an in-memory store. */
export interface RxdbMaster {
  readonly handler: RxReplicationHandler<Thing, object>;
  close(): Promise<void>;
}

export async function createRxdbMaster(): Promise<RxdbMaster> {
  const text = { type: 'string', maxLength: 20 } as const;
  const schema = fillWithDefaultSettings<Thing>({
    version: 0,
    primaryKey: 'id',
    type: 'object',
    properties: { id: text, text },
    required: ['id', 'text'],
  });
  const token = createId().toLowerCase();
  const instance = await getRxStorageMemory().createStorageInstance<Thing>({
    databaseInstanceToken: token,
    databaseName: `master${token}`,
    collectionName: 'things',
    schema,
    options: {},
    multiInstance: false,
    devMode: false,
  });
  const handler = rxStorageInstanceToReplicationHandler<Thing, object>(
    instance as never,
    defaultConflictHandler as never,
    token,
  );
  return { handler, close: () => instance.remove() };
}
