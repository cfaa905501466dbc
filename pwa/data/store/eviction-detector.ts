import { createId } from '#shared/kernel/ids.ts';
import { createStore, type ReadableStore } from '#pwa/create-store.ts';
import { checkpointSchema, startCheckpoint } from '../sync/checkpoint-record.ts';
import type { LocalDatabase } from './database.ts';

/** Id of the marker's record: kept among the checkpoints, so that it is evicted with them. */
const RECORD = 'sentinel';
const LOSS_KEY = 'nankeen.dataLoss';

type MarkerStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The schema's version is part of the key, because a new version starts with empty checkpoints, which is no loss. */
const toKey = (databaseName: string) => `nankeen.store.${databaseName}.${checkpointSchema.version}`;

/**
 * Detects that the browser has evicted a local store, by an id kept both in the store and in local storage. The new
 * store pulls everything again, but unsent writes are lost and the app has to report that.
 * @param now epoch milliseconds @returns whether data was lost since the store was last open
 */
export async function detectEviction(
  database: LocalDatabase,
  storage: MarkerStorage,
  now: number,
): Promise<boolean> {
  const key = toKey(database.name);
  const expected = storage.getItem(key);
  const found = (await database.checkpoints.findOne(RECORD).exec())?.checkpoint;
  const id = found ?? createId();
  if (found === undefined) {
    await database.checkpoints.insertIfNotExists({ ...startCheckpoint(RECORD), checkpoint: id });
  }
  if (expected !== id) storage.setItem(key, id);
  const isLost = expected !== null && found === undefined;
  if (isLost) storage.setItem(LOSS_KEY, String(now));
  return isLost;
}

/** Forgets a store that was removed on purpose, which is no loss. */
export function forgetEvictionMarker(databaseName: string, storage: Pick<Storage, 'removeItem'>): void {
  storage.removeItem(toKey(databaseName));
}

/** When the browser evicted local data, in epoch milliseconds; `undefined` once the person has acknowledged it. */
export interface DataLoss extends ReadableStore<number | undefined> {
  /** Reads a loss that `detectEviction` has stored. */
  note(): void;
  /** Forgets the loss. */
  acknowledge(): void;
}

export function createDataLoss(storage: MarkerStorage): DataLoss {
  const lostAt = createStore(readDataLoss(storage));
  return {
    read: lostAt.read,
    subscribe: lostAt.subscribe,
    note: () => lostAt.set(readDataLoss(storage)),
    acknowledge() {
      storage.removeItem(LOSS_KEY);
      lostAt.set(undefined);
    },
  };
}

/** The stored time of the loss in epoch milliseconds; `undefined` once it was acknowledged. */
export function readDataLoss(storage: Pick<Storage, 'getItem'>): number | undefined {
  const at = Number(storage.getItem(LOSS_KEY) ?? Number.NaN);
  return Number.isFinite(at) ? at : undefined;
}
