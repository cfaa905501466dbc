import type { Contact } from '#shared/collections/contacts.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { discardRejectedChange, resolveConflict } from '#pwa/data/queries/rejected-changes.ts';
import type { RejectedChange } from '#pwa/data/queries/use-rejected-changes.ts';
import type { ConflictChoicesMade } from '#pwa/ui/conflict-choices.tsx';
import { RejectedChangeActions } from '#pwa/ui/rejected-change-actions.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { StateChip } from '#pwa/ui/state-chip.tsx';
import { useAttempt } from '../use-attempt.ts';
import styles from './contact-page.module.css';
import { PresentConflict } from '../present-conflict.tsx';
import { EnquiryForm } from './enquiry-form.tsx';

interface RefusedEnquiryProps {
  readonly rejectedChange: RejectedChange;
  /** The server's version of the enquiry, if there is one. */
  readonly enquiry: Contact | undefined;
  readonly onSent: (id: string) => void;
}

const REASONS: Record<RejectedChange['kind'], string> = {
  rejected: "This enquiry wasn't accepted. Everything you wrote is here; fix it and send it again.",
  conflict:
    'This enquiry was also changed on another device. The other version is live until you choose; yours is saved here.',
  'deleted-there':
    'This enquiry was deleted on another device. What you wrote is here; you can send it again.',
};

/** A rejected enquiry in place of the form: says why, and offers what can be done. */
export function RefusedEnquiry({ rejectedChange, enquiry, onSent }: RefusedEnquiryProps) {
  const app = useAppStore();
  const { attempt, failure, isBusy } = useAttempt();

  const resolve = (choices: ConflictChoicesMade) =>
    void attempt(() => resolveConflict(app, rejectedChange.id, choices));

  return (
    <>
      <StateChip state="review" />
      <Notice tone={rejectedChange.kind === 'conflict' ? 'pending' : 'error'}>
        {REASONS[rejectedChange.kind]}{' '}
        {rejectedChange.kind === 'rejected' && rejectedChange.path === '' && rejectedChange.message}
      </Notice>
      {rejectedChange.kind === 'conflict' ? (
        <PresentConflict rejectedChange={rejectedChange} isBusy={isBusy} onSave={resolve} />
      ) : (
        <EnquiryForm enquiry={enquiry} refused={rejectedChange} onSent={onSent} />
      )}
      {failure && (
        <Notice tone="error" role="alert">
          {failure}
        </Notice>
      )}
      <div className={styles.actions}>
        <RejectedChangeActions
          content={rejectedChange.content}
          fileName={`contacts-${rejectedChange.documentId}`}
          onDiscard={() => void attempt(() => discardRejectedChange(app, rejectedChange.id))}
        />
      </div>
    </>
  );
}
