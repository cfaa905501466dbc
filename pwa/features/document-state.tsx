import type { RxCollection } from 'rxdb/plugins/core';
import { map, of } from 'rxjs';
import { toWriteState } from '#shared/sync/write-state.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { useRejectedChanges } from '#pwa/data/queries/use-rejected-changes.ts';
import { StateChip, toChipState } from '#pwa/ui/state-chip.tsx';
import { COLLECTION_NAMES } from '#shared/collections/catalogue.ts';
import type { SyncStamp } from '#shared/collections/collection.ts';
import { useQuery } from '#pwa/data/queries/use-query.ts';

interface DocumentStateProps {
  readonly collection: string;
  readonly documentId: string;
}

/** The sync state of a document's newest write; nothing if the document isn't on this device. */
export function DocumentState({ collection, documentId }: DocumentStateProps) {
  const { isSending } = useConnection();
  const hasRejectedChange = useRejectedChanges({ collection, documentId }).length > 0;
  const stamp = useDocumentStamp(collection, documentId);
  if (!stamp && !hasRejectedChange) return null;
  const state = stamp ? toWriteState(stamp, hasRejectedChange) : 'rejected';
  return <StateChip state={toChipState(state, isSending)} />;
}

interface DocumentStamp {
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
