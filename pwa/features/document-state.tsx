import { toWriteState } from '#shared/sync/write-state.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { useRejectedChanges } from '#pwa/data/queries/use-rejected-changes.ts';
import { StateChip, toChipState } from '#pwa/ui/state-chip.tsx';
import { useStoredDocument } from '#pwa/data/queries/use-stored-document.ts';

interface DocumentStateProps {
  readonly collection: string;
  readonly documentId: string;
}

/** The sync state of a document's newest write; nothing if the document isn't on this device. */
export function DocumentState({ collection, documentId }: DocumentStateProps) {
  const { isSending } = useConnection();
  const [rejectedChange] = useRejectedChanges({ collection, documentId }) ?? [];
  const stored = useStoredDocument(collection, documentId);
  if (!stored && !rejectedChange) return null;
  const state = stored ? toWriteState(stored, rejectedChange !== undefined) : 'rejected';
  const chip = toChipState(state, isSending, collection);
  // A tick on a cart would read as a confirmed order.
  return collection === 'checkouts' && chip === 'confirmed' ? null : <StateChip state={chip} />;
}
