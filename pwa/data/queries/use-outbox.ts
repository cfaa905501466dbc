import { map } from 'rxjs';
import { findCollection } from '#shared/collections/catalogue.ts';
import type { AppStore } from '../app-store.ts';
import { unparkWrites } from '../sync/parked-writes.ts';
import { useConnection } from '../sync/use-connection.ts';
import { useQuery } from './use-query.ts';

/** One document with writes the server hasn't answered. */
export interface WaitingDocument {
  readonly collection: string;
  readonly documentId: string;
  /** What a person calls it: `enquiry`, `cart`. */
  readonly label: string;
  /** Its content after the newest of these writes. */
  readonly content: Readonly<Record<string, unknown>>;
  /** ISO time with offset of its newest write. */
  readonly at: string;
  readonly isSending: boolean;
  /** The server failed on it five times: it is tried again at the next start, or when `retryParked` is called. */
  readonly isParked: boolean;
}

/** What waits on this device, in the order it goes out. */
export function useOutbox(): readonly WaitingDocument[] {
  const { isSending } = useConnection();
  const records = useQuery('outbox', ({ database }) =>
    database.outbox
      .find({ sort: [{ order: 'asc' }] })
      .$.pipe(map((found) => found.map((record) => record.toJSON()))),
  );
  return (records ?? []).map(({ collectionName, documentId, trail, isParked = false }) => ({
    collection: collectionName,
    documentId,
    label: findCollection(collectionName)?.label ?? collectionName,
    content: trail.at(-1)?.data ?? {},
    at: trail.at(-1)?.at ?? '',
    isSending: isSending && !isParked,
    isParked,
  }));
}

/** Sends what was parked once more. */
export async function retryParked({ localStore }: AppStore): Promise<void> {
  const store = await localStore.whenOpen();
  await unparkWrites(store.database);
  store.wakeNow();
}
