import { useAppStore } from '#pwa/data/app-store.ts';
import { resolveConflict } from '#pwa/data/queries/rejected-changes.ts';
import type { RejectedChange } from '#pwa/data/queries/use-rejected-changes.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import styles from './needs-review.module.css';
import { PresentConflict } from './present-conflict.tsx';
import { useAttempt } from './use-attempt.ts';

const REASONS: Record<RejectedChange['kind'], string> = {
  rejected: 'Your last change was not accepted. It is kept on this device.',
  conflict:
    'This was also changed on another device. The other version is live until you choose; yours is kept on this device.',
  'deleted-there': 'This was deleted on another device. Your version is kept on this device.',
};

/** A rejected change on the page of its document: says why, and lets the person choose or go to the sync centre. */
export function NeedsReview({ rejectedChange }: { readonly rejectedChange: RejectedChange }) {
  const app = useAppStore();
  const { attempt, failure, isBusy } = useAttempt();
  const { id, kind, message } = rejectedChange;
  return (
    <section className={styles.review} aria-label="Needs review" data-screen-only>
      <Notice
        tone={kind === 'conflict' ? 'pending' : 'error'}
        actions={<ButtonLink to="/sync">Open the sync centre</ButtonLink>}
      >
        {REASONS[kind]} {kind === 'rejected' && message}
      </Notice>
      {kind === 'conflict' && (
        <PresentConflict
          rejectedChange={rejectedChange}
          isBusy={isBusy}
          onSave={(choices) => void attempt(() => resolveConflict(app, id, choices), 'Saved as you chose.')}
        />
      )}
      {failure && (
        <Notice tone="error" role="alert">
          {failure}
        </Notice>
      )}
    </section>
  );
}
