import { useEffect, useRef } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { formatInstant } from '#pwa/ui/content/format-instant.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import styles from './bulk-change.module.css';
import type { BulkState } from './use-bulk-change.ts';

/** The progress of a change of many products, how it ended, and for ten minutes its Undo. */
export function BulkStatus({ bulk }: { readonly bulk: BulkState }) {
  const region = useRef<HTMLElement>(null);
  const isRunning = bulk.progress !== undefined;
  // The button that began it is gone.
  useEffect(() => {
    if (isRunning) region.current?.focus();
  }, [isRunning]);

  const { progress, outcome, record } = bulk;
  if (!progress && !outcome && !record) return null;
  const label = progress?.isUndo ? 'Undoing' : 'Changing products';
  return (
    <section ref={region} tabIndex={-1} aria-label="Change of many products" className={styles.status}>
      {progress && (
        <div className={styles.progress} role="status">
          <p>
            {label}: {progress.tried} of {progress.total}
          </p>
          <progress aria-label={label} value={progress.tried} max={progress.total} />
        </div>
      )}
      {!progress && (
        <Notice
          tone={outcome && outcome.failed.length > 0 ? 'error' : 'confirmed'}
          role="status"
          actions={
            <>
              {record && <Button onClick={() => void bulk.undo(record)}>Undo</Button>}
              <Button kind="plain" onClick={bulk.dismiss}>
                Dismiss
              </Button>
            </>
          }
        >
          {outcome ? <Outcome outcome={outcome} /> : null}
          {record && (
            <p>
              {toCount(record.made.length)} {record.made.every(isDeletion) ? 'deleted' : 'changed'} at{' '}
              {formatInstant(record.at)}. You can undo it for ten minutes.
            </p>
          )}
        </Notice>
      )}
    </section>
  );
}

function Outcome({ outcome }: { readonly outcome: NonNullable<BulkState['outcome']> }) {
  const { isUndo, done, changedSince, failed } = outcome;
  return (
    <>
      {isUndo && <p>{done.length === 1 ? '1 product is' : `${done.length} products are`} as before.</p>}
      {changedSince.length > 0 && <p>Changed since, and left alone: {toNames(changedSince)}.</p>}
      {failed.length > 0 && (
        <p>
          {isUndo ? 'Not undone; try again with a connection' : 'Could not be changed, and are as before'}:{' '}
          {toNames(failed)}.
        </p>
      )}
    </>
  );
}

function isDeletion({ after }: { readonly after: string | undefined }): boolean {
  return after === undefined;
}

function toCount(count: number): string {
  return count === 1 ? '1 product' : `${count} products`;
}

/** Names for a sentence; of many the first ten. */
function toNames(names: readonly string[]): string {
  const shown = names.slice(0, 10).join(', ');
  return names.length > 10 ? `${shown} and ${names.length - 10} more` : shown;
}
