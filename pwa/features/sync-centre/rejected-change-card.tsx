import { useState } from 'react';
import { useAppStore } from '#pwa/data/app-store.ts';
import { discardRejectedChange, resolveConflict } from '#pwa/data/queries/rejected-changes.ts';
import { useStoredDocument } from '#pwa/data/queries/use-stored-document.ts';
import type { RejectedChange } from '#pwa/data/queries/use-rejected-changes.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import type { ConflictChoicesMade } from '#pwa/ui/conflict-choices.tsx';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { RejectedChangeActions } from '#pwa/ui/rejected-change-actions.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { StateChip } from '#pwa/ui/state-chip.tsx';
import { toDeskOrderPath } from '#shared/api/document-paths.ts';
import { findCollection } from '#shared/collections/catalogue.ts';
import { subjectOf } from '#pwa/ui/content/subject.ts';
import { toFieldName } from '#pwa/ui/content/field-name.ts';
import { toOwnFields } from '#pwa/ui/content/own-fields.ts';
import { Value } from '#pwa/ui/content/value.tsx';
import { Description, DescriptionList } from '#pwa/ui/description-list.tsx';
import { Details } from '#pwa/ui/details.tsx';
import styles from './sync-centre.module.css';
import { RejectedChangeEditor } from './editor/rejected-change-editor.tsx';
import { useAttempt } from '../use-attempt.ts';
import { PresentConflict } from '../present-conflict.tsx';
import { findFaults, isAbout } from './rejected-change-faults.ts';

/** A rejected write: says why, shows its content, and offers what can be done. */
export function RejectedChangeCard({ rejectedChange }: { readonly rejectedChange: RejectedChange }) {
  const app = useAppStore();
  const [isEditing, setIsEditing] = useState(false);
  const { attempt, failure, isBusy } = useAttempt();
  const stored = useStoredDocument(rejectedChange.collection, rejectedChange.documentId);
  const { title, reason } = describeRejectedChange(rejectedChange, stored);
  const isConflict = rejectedChange.kind === 'conflict';
  const isStep = isOrderStep(rejectedChange);

  const discard = () => void attempt(() => discardRejectedChange(app, rejectedChange.id), 'Discarded.');
  const resolve = (choices: ConflictChoicesMade) =>
    void attempt(() => resolveConflict(app, rejectedChange.id, choices), 'Saved as you chose.');

  return (
    <li className={styles.rejectedChangeCard}>
      <header className={styles.rejectedChangeCardHead}>
        <h3 className={styles.rejectedChangeCardTitle}>{title}</h3>
        <StateChip state="review" />
        <Instant at={rejectedChange.at} className={styles.rejectedChangeCardTime} />
      </header>
      <Notice tone={isConflict ? 'pending' : 'error'}>{reason}</Notice>
      {isConflict && !isStep && (
        <PresentConflict rejectedChange={rejectedChange} isBusy={isBusy} onSave={resolve} />
      )}
      {!isConflict && !isEditing && <RejectedChangeContent rejectedChange={rejectedChange} />}
      {isEditing && (
        <RejectedChangeEditor rejectedChange={rejectedChange} onClose={() => setIsEditing(false)} />
      )}
      {failure && (
        <Notice tone="error" role="alert">
          {failure}
        </Notice>
      )}
      {!isEditing && (
        <div className={styles.rejectedChangeCardActions}>
          {isStep && (
            <ButtonLink kind="primary" to={toDeskOrderPath(rejectedChange.documentId)}>
              Open the order
            </ButtonLink>
          )}
          {!isConflict && !isStep && <Button onClick={() => setIsEditing(true)}>Edit and resend</Button>}
          <RejectedChangeActions
            content={rejectedChange.content}
            fileName={`${rejectedChange.collection}-${rejectedChange.documentId}`}
            onDiscard={discard}
          />
        </div>
      )}
    </li>
  );
}

const REASONS: Record<RejectedChange['kind'], string> = {
  rejected: 'The server didn’t accept this. It’s saved here; fix it and send it again.',
  conflict:
    'This was also changed on another device. The other version is live until you choose; yours is saved here.',
  'deleted-there': 'This was deleted on another device. Your version is saved here.',
};

const STEP_REASON =
  'Your step was not taken. It’s saved here; take it again on the order if it’s still right.';

/** Steps of an order can't be put in the place of others, so nothing can be chosen, or sent as it is. */
const isOrderStep = ({ collection }: RejectedChange) => collection === 'orders';

/** A rejected change's title, and what happened to it, in words for a person. */
function describeRejectedChange(
  rejectedChange: RejectedChange,
  stored: Readonly<Record<string, unknown>> | undefined,
): { readonly title: string; readonly reason: string } {
  const label = findCollection(rejectedChange.collection)?.label ?? rejectedChange.collection;
  // A conflict's content has both values of some fields only.
  const subject = subjectOf(rejectedChange.kind === 'conflict' ? (stored ?? {}) : rejectedChange.content);
  const title = `${label.charAt(0).toUpperCase()}${label.slice(1)}${subject ? ` · ${subject}` : ''}`;
  // A message about a field that is shown is shown at that field instead.
  const isAtField = toOwnFields(rejectedChange.content).some(([field]) =>
    isAbout(rejectedChange.path, field),
  );
  const message = rejectedChange.kind === 'rejected' && !isAtField ? rejectedChange.message : '';
  const reason = isOrderStep(rejectedChange) ? STEP_REASON : REASONS[rejectedChange.kind];
  return { title, reason: [reason, message].filter(Boolean).join(' ') };
}

/** With more fields than this, those without faults are collapsed. */
const OPEN_FIELDS = 6;

/** The rejected content, with each fault at its field. */
function RejectedChangeContent({ rejectedChange }: { readonly rejectedChange: RejectedChange }) {
  const faults = findFaults(rejectedChange);
  const fields = toOwnFields(rejectedChange.content).map(([field, value]) => ({
    field,
    value,
    reasons: faults.filter((fault) => isAbout(fault.path, field)),
  }));
  const isLong = fields.length > OPEN_FIELDS;
  const shown = isLong ? fields.filter(({ reasons }) => reasons.length > 0) : fields;
  const folded = isLong ? fields.filter(({ reasons }) => reasons.length === 0) : [];

  const toRow = ({ field, value, reasons }: (typeof fields)[number]) => (
    <Description key={field} name={toFieldName(field)}>
      <Value value={value} />
      {reasons.map(({ path, message }) => (
        <p key={path} className={styles.rejectedChangeContentReason}>
          {message}
        </p>
      ))}
    </Description>
  );

  return (
    <div>
      {shown.length > 0 && <DescriptionList isSmall>{shown.map(toRow)}</DescriptionList>}
      {folded.length > 0 && (
        <Details title={shown.length > 0 ? `${folded.length} more fields` : 'What you wrote'}>
          <DescriptionList isSmall>{folded.map(toRow)}</DescriptionList>
        </Details>
      )}
    </div>
  );
}
