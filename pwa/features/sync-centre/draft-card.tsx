import { useState } from 'react';
import { discardDraft, resolveConflict } from '#pwa/data/queries/drafts.ts';
import type { Draft } from '#pwa/data/queries/use-drafts.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConflictChoices, type Side } from '#pwa/ui/conflict-choices.tsx';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { DraftActions } from '#pwa/ui/draft-actions.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { StateChip } from '#pwa/ui/state-chip.tsx';
import { findCollection } from '#shared/collections/catalogue.ts';
import { subjectOf } from '#pwa/ui/content/subject.ts';
import styles from './sync-centre.module.css';
import { DraftContent } from './draft-content.tsx';
import { DraftEditor } from './editor/draft-editor.tsx';
import { useAttempt } from './use-attempt.ts';

/** A write the server did not take as it was: why, what it said, and the ways on. */
export function DraftCard({ draft }: { readonly draft: Draft }) {
  const [isEditing, setIsEditing] = useState(false);
  const { attempt, failure, isBusy } = useAttempt();
  const { title, reason } = describeDraft(draft);
  const isConflict = draft.kind === 'conflict';

  const discard = () => void attempt(() => discardDraft(draft.id), 'Discarded.');
  const resolve = (choices: Readonly<Record<string, Side>>) =>
    void attempt(() => resolveConflict(draft.id, choices), 'Saved as you chose.');

  return (
    <li className={styles.draftCard}>
      <header className={styles.draftCardHead}>
        <h3 className={styles.draftCardTitle}>{title}</h3>
        <StateChip state="review" />
        <Instant at={draft.at} className={styles.draftCardTime} />
      </header>
      <Notice tone={isConflict ? 'pending' : 'error'}>{reason}</Notice>
      {isConflict && <ConflictChoices content={draft.content} isBusy={isBusy} onSave={resolve} />}
      {!isConflict && !isEditing && <DraftContent draft={draft} />}
      {isEditing && <DraftEditor draft={draft} onClose={() => setIsEditing(false)} />}
      {failure && (
        <Notice tone="error" role="alert">
          {failure}
        </Notice>
      )}
      {!isEditing && (
        <div className={styles.draftCardActions}>
          {!isConflict && <Button onClick={() => setIsEditing(true)}>Edit and resend</Button>}
          <DraftActions
            content={draft.content}
            fileName={`${draft.collection}-${draft.documentId}`}
            onDiscard={discard}
          />
        </div>
      )}
    </li>
  );
}

const REASONS: Record<Draft['kind'], string> = {
  rejected: 'The server did not take this.',
  conflict:
    'Somebody else changed the same thing meanwhile. Theirs stands until you choose; yours is kept here.',
  'deleted-there': 'This was deleted elsewhere meanwhile. Your version is kept here.',
};

/** Names a draft and says what happened, in a person's words. */
function describeDraft(draft: Draft): { readonly title: string; readonly reason: string } {
  const label = findCollection(draft.collection)?.label ?? draft.collection;
  const subject = subjectOf(draft.content);
  const title = `${label.charAt(0).toUpperCase()}${label.slice(1)}${subject ? ` · ${subject}` : ''}`;
  // A message about one field stands beside that field.
  const said = draft.kind === 'rejected' && draft.path === '' ? draft.message : '';
  return { title, reason: [REASONS[draft.kind], said].filter(Boolean).join(' ') };
}
