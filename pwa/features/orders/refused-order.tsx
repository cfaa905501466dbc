import { useState } from 'react';
import { toOrderEditPath } from '#shared/api/document-paths.ts';
import { discardDraft, resolveConflict } from '#pwa/data/queries/drafts.ts';
import { logError } from '#pwa/data/log.ts';
import type { Draft } from '#pwa/data/queries/use-drafts.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { ConflictChoices } from '#pwa/ui/conflict-choices.tsx';
import { DraftActions } from '#pwa/ui/draft-actions.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import styles from './review-order.module.css';

const REASONS: Record<Draft['kind'], string> = {
  rejected: 'The server did not take this order. All of it is kept here: put it right and send it again.',
  conflict: 'This order was changed elsewhere meanwhile. Theirs stands until you choose; yours is kept here.',
  'deleted-there': 'This order was deleted elsewhere meanwhile. What you made is kept here; send it again.',
};

/** What the server did not take of an order, where the order is read: why, and the ways on. */
export function RefusedOrder({ draft }: { readonly draft: Draft }) {
  const [hasFailed, setHasFailed] = useState(false);

  async function attempt(action: () => Promise<void>) {
    setHasFailed(false);
    try {
      await action();
    } catch (error) {
      logError('A refused purchase order could not be handled:', error);
      setHasFailed(true);
    }
  }

  return (
    <section className={styles.refusedOrderRefused} aria-label="Needs review" data-screen-only>
      <Notice tone={draft.kind === 'conflict' ? 'pending' : 'error'}>
        {REASONS[draft.kind]} {draft.kind === 'rejected' && draft.message}
      </Notice>
      {draft.kind === 'conflict' && (
        <ConflictChoices
          content={draft.content}
          isBusy={false}
          onSave={(choices) => void attempt(() => resolveConflict(draft.id, choices))}
        />
      )}
      {hasFailed && (
        <Notice tone="error" role="alert">
          That did not work. Nothing was lost; try again.
        </Notice>
      )}
      <div className={styles.refusedOrderActions}>
        {draft.kind !== 'conflict' && (
          <ButtonLink kind="primary" to={toOrderEditPath(draft.documentId)}>
            Edit and resend
          </ButtonLink>
        )}
        <DraftActions
          content={draft.content}
          fileName={`ukraines-${draft.documentId}`}
          onDiscard={() => void attempt(() => discardDraft(draft.id))}
        />
      </div>
    </section>
  );
}
