import { map, of } from 'rxjs';
import { COLLECTION_NAMES } from '#shared/collections/catalogue.ts';
import type { SyncStamp } from '#shared/collections/collection.ts';
import { collectionOf } from '#pwa/data/sync/local-states.ts';
import { useQuery } from '#pwa/data/use-query.ts';

export interface DocumentStamp {
  readonly writeId: string;
  readonly sync: SyncStamp;
}

/** The newest write of a document on this device, and how far it has come; `undefined` where there is none. */
export function useDocumentStamp(collection: string, documentId: string): DocumentStamp | undefined {
  return useQuery(`stamp ${collection} ${documentId}`, ({ database }) => {
    if (!COLLECTION_NAMES.some((name) => name === collection)) return of(undefined);
    return collectionOf(database, collection)
      .findOne(documentId)
      .$.pipe(map((document) => (document ? (document.toJSON() as unknown as DocumentStamp) : undefined)));
  });
}
