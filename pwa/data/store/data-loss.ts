import { createStore, type ReadableStore } from '#pwa/create-store.ts';

const LOSS_KEY = 'nankeen.dataLoss';

/** Version of the checkpoints' schema. A new version starts with empty checkpoints, so that everything is pulled again. */
export const CHECKPOINTS_VERSION = 2;

type MarkerStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Where local storage keeps the marker of a local store. With the version, because empty checkpoints are no loss then. */
export function toMarkerKey(databaseName: string): string {
  return `nankeen.store.${databaseName}.${CHECKPOINTS_VERSION}`;
}

/** Forgets a store that was removed on purpose, which is no loss. */
export function forgetEvictionMarker(databaseName: string, storage: Pick<Storage, 'removeItem'>): void {
  storage.removeItem(toMarkerKey(databaseName));
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

/** @param now epoch milliseconds */
export function storeDataLoss(storage: Pick<Storage, 'setItem'>, now: number): void {
  storage.setItem(LOSS_KEY, String(now));
}
