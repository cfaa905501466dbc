import type { KeyedStorage } from '#pwa/data/store/page-storage.ts';
import { createStore } from '#pwa/create-store.ts';

/** A write of this device that the server has accepted. Has no content, because it outlives a sign-out. */
export interface Confirmation {
  /** Name of the local store it was made in. */
  readonly store: string;
  readonly collection: string;
  readonly documentId: string;
  readonly writeId: string;
  /** When this device received the acknowledgement, in epoch milliseconds. */
  readonly at: number;
}

export const MOST_CONFIRMATIONS = 10;

const KEY = 'nankeen.recentlyConfirmed';

/** Counts the confirmations noted in this window, for live lists. */
export const notedCount = createStore(0);

/** Keeps the newest of one local store; every tab notes the same write. */
export function noteConfirmation(storage: KeyedStorage, confirmation: Confirmation): void {
  const { store, writeId } = confirmation;
  const others = readConfirmations(storage, store).filter((one) => one.writeId !== writeId);
  storage.setItem(KEY, JSON.stringify([confirmation, ...others].slice(0, MOST_CONFIRMATIONS)));
  notedCount.set(notedCount.read() + 1);
}

/** Confirmed writes of a local store, newest first. */
export function readConfirmations(storage: KeyedStorage, store: string): readonly Confirmation[] {
  try {
    const list = JSON.parse(storage.getItem(KEY) ?? '[]') as readonly Confirmation[];
    return list.filter((one) => one.store === store);
  } catch {
    return [];
  }
}
