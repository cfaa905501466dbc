import { useState } from 'react';
import { AppError } from '#shared/kernel/app-error.ts';
import { discardDraft, resendDraft } from '#pwa/data/drafts.ts';
import { logError } from '#pwa/data/log.ts';
import type { Draft } from '#pwa/data/use-drafts.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { StateChip } from '#pwa/ui/state-chip.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import styles from './draft-card.module.css';
import { DraftFields } from './draft-fields.tsx';
import { describeDraft } from './describe-draft.ts';
import { formatInstant } from './format-instant.ts';

/** A write the server did not take: why, what it said, and the three ways on. */
export function DraftCard({ draft }: { readonly draft: Draft }) {
  const [content, setContent] = useState(draft.content);
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const showToast = useToast();
  const { title, reason } = describeDraft(draft);

  async function attempt(action: () => Promise<void>, done: string) {
    setFailure(undefined);
    try {
      await action();
      showToast({ text: done });
    } catch (error) {
      logError('A draft could not be handled:', error);
      setFailure(toFailure(error));
    }
  }

  const copy = () => navigator.clipboard.writeText(JSON.stringify(content, undefined, 2));

  return (
    <li className={styles.card}>
      <header className={styles.head}>
        <h3 className={styles.title}>{title}</h3>
        <StateChip state="review" />
        <time dateTime={draft.at} className={styles.time}>
          {formatInstant(draft.at)}
        </time>
      </header>
      <Notice tone="error">{reason}</Notice>
      <DraftFields content={content} faultyPath={draft.path} message={draft.message} onChange={setContent} />
      {failure && (
        <Notice tone="error" role="alert">
          {failure}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button
          kind="primary"
          onClick={() => void attempt(() => resendDraft(draft.id, content), 'Waiting to be sent.')}
        >
          Save and send again
        </Button>
        <Button onClick={() => void attempt(copy, 'Copied.')}>Copy</Button>
        <Button kind="danger" onClick={() => setIsAsking(true)}>
          Discard
        </Button>
      </div>
      <DiscardDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onDiscard={() => void attempt(() => discardDraft(draft.id), 'Discarded.')}
      />
    </li>
  );
}

function toFailure(error: unknown): string {
  const reason =
    error instanceof AppError ? [error.path, error.message].filter(Boolean).join(': ') : 'That did not work.';
  return `${reason} Nothing was lost; put it right and try again.`;
}
