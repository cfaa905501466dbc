import type { RxStorage, RxStorageInstance } from 'rxdb/plugins/core';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';

/** The disk of one device: what its tabs store is one, and outlives each of them. */
export interface DeviceStorage {
  /** The same disk under a name of its own, for RxDB allows a realm one open database of a name and storage. */
  openFor(tab: number): TabStorage;
}

export interface TabStorage {
  readonly storage: RxStorage<unknown, unknown>;
  /** The tab dies before its next but `writes` write; `undefined` for never. */
  dieAfter(writes: number | undefined): void;
}

export class TabDied extends Error {}

export function createDeviceStorage(): DeviceStorage {
  const disk = { ...getRxStorageMemory(), collectionStates: new Map() };
  return {
    openFor(tab) {
      let writesLeft: number | undefined;
      const burn = () => {
        if (writesLeft === undefined) return;
        if (writesLeft === 0) throw new TabDied('The tab has died.');
        writesLeft -= 1;
      };
      const storage = {
        ...disk,
        name: `memory-of-tab-${tab}`,
        async createStorageInstance(params: Parameters<typeof disk.createStorageInstance>[0]) {
          const instance = (await disk.createStorageInstance(params)) as unknown as RxStorageInstance<
            unknown,
            unknown,
            unknown
          >;
          const bulkWrite = instance.bulkWrite.bind(instance);
          instance.bulkWrite = async (rows, context) => {
            burn();
            return bulkWrite(rows, context);
          };
          return instance;
        },
      };
      return {
        storage: storage as unknown as RxStorage<unknown, unknown>,
        dieAfter: (writes) => void (writesLeft = writes),
      };
    },
  };
}
