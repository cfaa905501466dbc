import { useState } from 'react';
import type { Contact } from '#shared/collections/contacts.ts';
import { discardDraft, resolveConflict } from '#pwa/data/queries/drafts.ts';
import { logError } from '#pwa/data/log.ts';
import type { Draft } from '#pwa/data/queries/use-drafts.ts';
import { ConflictChoices, type Side } from '#pwa/ui/conflict-choices.tsx';
import { DraftActions } from '#pwa/ui/draft-actions.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { StateChip } from '#pwa/ui/state-chip.tsx';
import styles from './contact-page.module.css';
import { EnquiryForm } from './enquiry-form.tsx';

interface RefusedEnquiryProps {
  readonly draft: Draft;
  /** The enquiry as the server has it, where it has one. */
  readonly enquiry: Contact | undefined;
  readonly onSent: (id: string) => void;
}

const REASONS: Record<Draft['kind'], string> = {
  rejected:
    'The server did not take this enquiry. Everything you wrote is here: put it right and send it again.',
  conflict:
    'This enquiry was changed elsewhere meanwhile. Theirs stands until you choose; yours is kept here.',
  'deleted-there':
    'This enquiry was deleted elsewhere meanwhile. What you wrote is here; you can send it again.',
};

/** An enquiry the server did not take, where it was written: why, and the ways on. */
export function RefusedEnquiry({ draft, enquiry, onSent }: RefusedEnquiryProps) {
  const [hasFailed, setHasFailed] = useState(false);

  async function attempt(action: () => Promise<void>) {
    setHasFailed(false);
    try {
      await action();
    } catch (error) {
      logError('A refused enquiry could not be handled:', error);
      setHasFailed(true);
    }
  }

  const resolve = (choices: Readonly<Record<string, Side>>) =>
    void attempt(() => resolveConflict(draft.id, choices));

  return (
    <>
      <StateChip state="review" />
      <Notice tone={draft.kind === 'conflict' ? 'pending' : 'error'}>
        {REASONS[draft.kind]} {draft.kind === 'rejected' && draft.path === '' && draft.message}
      </Notice>
      {draft.kind === 'conflict' ? (
        <ConflictChoices content={draft.content} isBusy={false} onSave={resolve} />
      ) : (
        <EnquiryForm enquiry={enquiry} refused={draft} onSent={onSent} />
      )}
      {hasFailed && (
        <Notice tone="error" role="alert">
          That did not work. Nothing was lost; try again.
        </Notice>
      )}
      <div className={styles.actions}>
        <DraftActions
          content={draft.content}
          fileName={`contacts-${draft.documentId}`}
          onDiscard={() => void attempt(() => discardDraft(draft.id))}
        />
      </div>
    </>
  );
}
