import type { RxCollection } from 'rxdb/plugins/core';
import { map, of } from 'rxjs';
import { COLLECTION_NAMES } from '#shared/collections/catalogue.ts';
import type { SyncStamp } from '#shared/collections/collection.ts';
import { useQuery } from './use-query.ts';

export interface StoredDocument {
  readonly writeId: string;
  readonly sync: SyncStamp;
  readonly [field: string]: unknown;
}

/** A document as it is stored on this device; `undefined` if there is none. */
export function useStoredDocument(collection: string, documentId: string): StoredDocument | undefined {
  return useQuery(`stored ${collection} ${documentId}`, ({ database }) => {
    const name = COLLECTION_NAMES.find((known) => known === collection);
    if (!name) return of(undefined);
    const documents = database[name] as unknown as RxCollection<StoredDocument>;
    return documents
      .findOne(documentId)
      .$.pipe(map((document) => (document ? (document.toJSON() as StoredDocument) : undefined)));
  });
}
