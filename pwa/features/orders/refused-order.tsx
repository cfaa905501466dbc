import { toOrderEditPath } from '#shared/api/document-paths.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { discardRejectedChange, resolveConflict } from '#pwa/data/queries/rejected-changes.ts';
import type { RejectedChange } from '#pwa/data/queries/use-rejected-changes.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { RejectedChangeActions } from '#pwa/ui/rejected-change-actions.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { PresentConflict } from '../present-conflict.tsx';
import { useAttempt } from '../use-attempt.ts';
import styles from './review-order.module.css';

const REASONS: Record<RejectedChange['kind'], string> = {
  rejected: 'This order wasn’t accepted. It’s saved here; fix it and send it again.',
  conflict:
    'This order was also changed on another device. The other version is live until you choose; yours is saved here.',
  'deleted-there':
    'This order was deleted on another device. Your version is saved here; you can send it as a new order.',
};

/** A rejected change, on the page of its order: says why, and offers what can be done. */
export function RefusedOrder({ rejectedChange }: { readonly rejectedChange: RejectedChange }) {
  const app = useAppStore();
  const { attempt, failure, isBusy } = useAttempt();

  return (
    <section className={styles.refusedOrderRefused} aria-label="Needs review" data-screen-only>
      <Notice tone={rejectedChange.kind === 'conflict' ? 'pending' : 'error'}>
        {REASONS[rejectedChange.kind]} {rejectedChange.kind === 'rejected' && toReason(rejectedChange)}
      </Notice>
      {rejectedChange.kind === 'conflict' && (
        <PresentConflict
          rejectedChange={rejectedChange}
          isBusy={isBusy}
          onSave={(choices) => void attempt(() => resolveConflict(app, rejectedChange.id, choices))}
        />
      )}
      {failure && (
        <Notice tone="error" role="alert">
          {failure}
        </Notice>
      )}
      <div className={styles.refusedOrderActions}>
        {rejectedChange.kind !== 'conflict' && (
          <ButtonLink kind="primary" to={toOrderEditPath(rejectedChange.documentId)}>
            Edit and resend
          </ButtonLink>
        )}
        <RejectedChangeActions
          content={rejectedChange.content}
          fileName={`ukraines-${rejectedChange.documentId}`}
          onDiscard={() => void attempt(() => discardRejectedChange(app, rejectedChange.id))}
        />
      </div>
    </section>
  );
}

/** The server's sentence, with the line it is about. */
function toReason({ path, message }: RejectedChange): string {
  const [, index] = /^selectedComponents\[(\d+)\]/.exec(path) ?? [];
  return index === undefined ? message : `Line ${Number(index) + 1}: ${message}`;
}
