import { deleteBrowserStore } from './browser-store.ts';
import type { LocalDatabase } from './database.ts';
import type { WaitingDocuments } from '../session/change-identity.ts';
import { isSent, type Rights } from '../sync/open-collections.ts';
import { forgetEvictionMarker } from './data-loss.ts';

/** Counts what an open store has not synced yet. */
export async function countWaiting(
  database: LocalDatabase,
  rights: Pick<Rights, 'hasAccessCode'>,
): Promise<WaitingDocuments> {
  const [records, rejectedChanges] = await Promise.all([
    database.outbox.find().exec(),
    database.rejectedChanges.find().exec(),
  ]);
  const unsent = records.filter(({ isParked }) => isParked !== true);
  return {
    unsent: unsent.length,
    locked: unsent.filter(({ collectionName }) => !isSent(collectionName, rights)).length,
    parked: records.length - unsent.length,
    rejectedChanges: rejectedChanges.length,
  };
}

/** Names of the stores to remove once no tab has them open. */
const REMOVALS_KEY = 'nankeen.removals';

type RemovalStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Removes a store from this device; one that can't be removed now is removed at the next start. */
export async function removeStore(
  databaseName: string,
  storage: RemovalStorage,
  remove: (name: string) => Promise<unknown> = deleteBrowserStore,
): Promise<void> {
  forgetEvictionMarker(databaseName, storage);
  writeRemovals(storage, [...new Set([...readRemovals(storage), databaseName])]);
  await removePendingStores(storage, remove);
}

/** Removes stores that could not be removed earlier. Never throws: it is retried at the next start. */
export async function removePendingStores(
  storage: RemovalStorage,
  remove: (name: string) => Promise<unknown> = deleteBrowserStore,
): Promise<void> {
  for (const name of readRemovals(storage)) {
    const isRemoved = await remove(name).then(
      () => true,
      () => false,
    );
    if (isRemoved) forgetRemoval(storage, name);
  }
}

/** Cancels a store's removal: its owner has signed in again and needs it. */
export function forgetRemoval(storage: RemovalStorage, databaseName: string): void {
  writeRemovals(
    storage,
    readRemovals(storage).filter((name) => name !== databaseName),
  );
}

/** Whether a store only waits for its removal, so that nothing in it is needed. */
export function isToBeRemoved(storage: RemovalStorage, databaseName: string): boolean {
  return readRemovals(storage).includes(databaseName);
}

function readRemovals(storage: RemovalStorage): readonly string[] {
  return (storage.getItem(REMOVALS_KEY) ?? '').split(' ').filter((name) => name !== '');
}

function writeRemovals(storage: RemovalStorage, names: readonly string[]): void {
  if (names.length === 0) storage.removeItem(REMOVALS_KEY);
  else storage.setItem(REMOVALS_KEY, names.join(' '));
}
