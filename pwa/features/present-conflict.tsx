import { toPresentConflict } from '#pwa/data/queries/rejected-changes.ts';
import type { RejectedChange } from '#pwa/data/queries/use-rejected-changes.ts';
import { useStoredDocument } from '#pwa/data/queries/use-stored-document.ts';
import { ConflictChoices, type ConflictChoicesMade } from '#pwa/ui/conflict-choices.tsx';

interface PresentConflictProps {
  readonly rejectedChange: RejectedChange;
  readonly isBusy: boolean;
  readonly onSave: (choices: ConflictChoicesMade) => void;
}

/** The choices of a conflict; they follow what others change in the document meanwhile. */
export function PresentConflict({ rejectedChange, isBusy, onSave }: PresentConflictProps) {
  const { collection, documentId, content } = rejectedChange;
  const stored = useStoredDocument(collection, documentId);
  const present = stored ? toPresentConflict(content, stored) : content;
  return <ConflictChoices content={present} isBusy={isBusy} onSave={onSave} />;
}
