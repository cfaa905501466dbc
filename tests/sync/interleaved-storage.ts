import type { RxStorageInstance } from 'rxdb/plugins/core';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';

type Moment = 'before a write' | 'after a write' | 'after a read';

/** An in-memory store that lets a test act between two steps of the code under test. */
export interface InterleavedStorage {
  readonly storage: ReturnType<typeof getRxStorageMemory>;
  /** Runs an action once, at the next such moment of a document collection. */
  at(moment: Moment, collection: string, act: () => Promise<unknown>): void;
}

export function createInterleavedStorage(): InterleavedStorage {
  const acts = new Map<string, () => Promise<unknown>>();
  const happen = async (moment: Moment, collection: string) => {
    const name = `${moment} ${collection}`;
    const act = acts.get(name);
    acts.delete(name);
    await act?.();
  };
  const memory = { ...getRxStorageMemory(), collectionStates: new Map() };
  const storage = {
    ...memory,
    async createStorageInstance(params: Parameters<typeof memory.createStorageInstance>[0]) {
      const { collectionName } = params;
      const created: unknown = await memory.createStorageInstance(params);
      const instance = created as RxStorageInstance<unknown, unknown, unknown>;
      const bulkWrite = instance.bulkWrite.bind(instance);
      const findDocumentsById = instance.findDocumentsById.bind(instance);
      instance.bulkWrite = async (rows, context) => {
        await happen('before a write', collectionName);
        const result = await bulkWrite(rows, context);
        await happen('after a write', collectionName);
        return result;
      };
      instance.findDocumentsById = async (ids, deleted) => {
        const found = await findDocumentsById(ids, deleted);
        await happen('after a read', collectionName);
        return found;
      };
      return instance;
    },
  };
  return {
    storage: storage as unknown as ReturnType<typeof getRxStorageMemory>,
    at: (moment, collection, act) => void acts.set(`${moment} ${collection}`, act),
  };
}
