import { createId } from '#shared/kernel/ids.ts';
import { createStore, type ReadableStore } from '#pwa/create-store.ts';
import type { LocalDatabase } from './database.ts';
import { checkpointSchema, startCheckpoint } from '../sync/checkpoint-record.ts';

/** Stands among the checkpoints: it goes when they go. */
const RECORD = 'sentinel';
const LOSS_KEY = 'nankeen.dataLoss';

type MarkerStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Checkpoints of another version begin empty, which is no loss. */
const toKey = (databaseName: string) => `nankeen.store.${databaseName}.${checkpointSchema.version}`;

/**
 * Notices that the browser has thrown away a local store: its id stands inside it and in local storage. A store that is
 * made anew fetches everything again by itself; what hadn't been sent is lost, and the person is told.
 * @param now epoch milliseconds @returns whether data were lost since the store was last open
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

/** A store that was removed on purpose is no loss. */
export function forgetEvictionMarker(databaseName: string, storage: Pick<Storage, 'removeItem'>): void {
  storage.removeItem(toKey(databaseName));
}

/** Whether the browser has evicted local data since somebody last acknowledged it. */
export interface DataLoss extends ReadableStore<number | undefined> {
  /** Shows a loss that `detectEviction` has stored. */
  note(): void;
  /** Forgets it: the person has seen it. */
  acknowledge(): void;
}

/** The time of the loss in epoch milliseconds. */
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

/** When local data were lost, in epoch milliseconds; `undefined` once that was acknowledged. */
export function readDataLoss(storage: Pick<Storage, 'getItem'>): number | undefined {
  const at = Number(storage.getItem(LOSS_KEY) ?? Number.NaN);
  return Number.isFinite(at) ? at : undefined;
}
