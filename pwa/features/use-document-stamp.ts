import type { RxCollection } from 'rxdb/plugins/core';
import { map, of } from 'rxjs';
import { COLLECTION_NAMES } from '#shared/collections/catalogue.ts';
import type { SyncStamp } from '#shared/collections/collection.ts';
import { useQuery } from '#pwa/data/queries/use-query.ts';

export interface DocumentStamp {
  readonly writeId: string;
  readonly sync: SyncStamp;
}

/** The newest write of a document on this device and its sync stamp; `undefined` if there is none. */
export function useDocumentStamp(collection: string, documentId: string): DocumentStamp | undefined {
  return useQuery(`stamp ${collection} ${documentId}`, ({ database }) => {
    const name = COLLECTION_NAMES.find((known) => known === collection);
    if (!name) return of(undefined);
    const documents = database[name] as unknown as RxCollection<DocumentStamp>;
    return documents
      .findOne(documentId)
      .$.pipe(map((document) => (document ? (document.toJSON() as DocumentStamp) : undefined)));
  });
}
