import { map } from 'rxjs';
import { findCollection, type CollectionName } from '#shared/collections/catalogue.ts';
import type { AppStore } from '../app-store.ts';
import { unparkWrites } from '../sync/parked-writes.ts';
import { useConnection } from '../sync/use-connection.ts';
import { useQuery } from './use-query.ts';

/** One document with writes that have no verdict yet. */
export interface WaitingDocument {
  readonly collection: string;
  readonly documentId: string;
  /** The collection's name for people: `enquiry`, `cart`. */
  readonly label: string;
  /** The content after the newest of these writes. */
  readonly content: Readonly<Record<string, unknown>>;
  /** ISO time with offset of its newest write. */
  readonly at: string;
  readonly isSending: boolean;
  /** Whether the server has never had it. */
  readonly isNew: boolean;
  /** Whether the server failed on it five times. It is retried within the hour, at the next start or write, or by `retryWaiting`. */
  readonly isParked: boolean;
}

/** Documents with waiting writes, in push order; `undefined` until they are known. */
export function useOutbox(): readonly WaitingDocument[] | undefined {
  const { isSending } = useConnection();
  const records = useQuery('outbox', ({ database }) =>
    database.outbox
      .find({ sort: [{ order: 'asc' }] })
      .$.pipe(map((found) => found.map((record) => record.toJSON()))),
  );
  return records?.map(({ collectionName, documentId, base, trail, isParked = false }) => ({
    collection: collectionName,
    documentId,
    label: findCollection(collectionName)?.label ?? collectionName,
    content: trail.at(-1)?.data ?? {},
    at: trail.at(-1)?.at ?? '',
    isSending: isSending && !isParked,
    isNew: base === null,
    isParked,
  }));
}

/** Ids of a collection's documents with writes that have no verdict yet; `undefined` until they are known. */
export function useWaitingIds(collection: CollectionName): ReadonlySet<string> | undefined {
  return useQuery(`waiting ids ${collection}`, ({ database }) =>
    database.outbox
      .find({ selector: { collectionName: collection } })
      .$.pipe(map((found) => new Set(found.map(({ documentId }) => documentId)))),
  );
}

/** Pushes everything that waits, parked documents too. */
export async function retryWaiting({ localStore }: AppStore): Promise<void> {
  const store = await localStore.whenOpen();
  await unparkWrites(store.database);
  store.wakeNow();
}
