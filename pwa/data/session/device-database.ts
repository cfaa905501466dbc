import { createLazyDatabase, toPromise, whenCommitted } from '../idb-promises.ts';

export const DEVICE_DATABASE = 'nankeen-device';
const RECORDS = 'records';

/** A value of the device, for all tabs. */
export interface DeviceRecord<Value> {
  /**
   * Replaces the value in one step that no other tab interrupts; the same one means no change. Resolves once it is on
   * disk.
   * @throws DOMException before it calls `update` if the value can't be read, after it if it can't be written
   */
  change(update: (stored: unknown) => Value): Promise<void>;
}

/** Opens the record of a name. */
export type OpenRecord = <Value>(name: string) => DeviceRecord<Value>;

/** Key of a record's copy in local storage. */
export function toCopyKey(name: string): string {
  return `nankeen.${name}`;
}

/** A record's copy, as JSON; null if there is none. */
export function readCopy(storage: Pick<Storage, 'getItem'>, name: string): unknown {
  try {
    return JSON.parse(storage.getItem(toCopyKey(name)) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Keeps values of the device in IndexedDB, where they are on disk before anything else happens. A browser that is killed
 * loses what it wrote to local storage in the last minute. A copy there can be read at once, brings a value back if the
 * browser evicts its databases, and hands over values of earlier versions of the app.
 */
export function openDeviceDatabase(storage: Pick<Storage, 'getItem' | 'setItem'>): OpenRecord {
  const database = createLazyDatabase(DEVICE_DATABASE, (created) => created.createObjectStore(RECORDS));
  return (name) => ({
    async change(update) {
      const opened = await database.open();
      const transaction = opened.transaction(RECORDS, 'readwrite', { durability: 'strict' });
      const records = transaction.objectStore(RECORDS);
      const stored = await toPromise(records.get(name) as IDBRequest<unknown>);
      const next = update(stored ?? readCopy(storage, name));
      const text = JSON.stringify(next);
      if (next !== stored) {
        records.put(next, name);
        await whenCommitted(transaction);
      }
      if (storage.getItem(toCopyKey(name)) !== text) storage.setItem(toCopyKey(name), text);
    },
  });
}

/** Removes all records but not their copies. @throws DOMException */
export async function deleteDeviceDatabase(): Promise<void> {
  await toPromise(indexedDB.deleteDatabase(DEVICE_DATABASE));
}
