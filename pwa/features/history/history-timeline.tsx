import { useState } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { formatInstant } from '#pwa/ui/content/format-instant.ts';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { ChangeList } from './change-list.tsx';
import type { HistoryStep } from './history-step.ts';
import styles from './history-page.module.css';

interface HistoryTimelineProps {
  /** Newest first. */
  readonly steps: readonly HistoryStep[];
  /** Whether this person may write the document. */
  readonly canRestore: boolean;
  /** @param at key of the entry to bring back */
  readonly onRestore: (at: string) => void;
}

/** A document's history, newest first; each step can be restored. */
export function HistoryTimeline({ steps, canRestore, onRestore }: HistoryTimelineProps) {
  const [chosen, setChosen] = useState<string>();
  return (
    <>
      <ol className={styles.historyTimelineSteps}>
        {steps.map((step) => (
          <li key={step.entry.at} className={styles.historyTimelineStep}>
            <Step step={step} />
            {canRestore && step.canRestore && (
              <Button kind="plain" onClick={() => setChosen(step.entry.at)}>
                Restore this version
                <VisuallyHidden> of {formatInstant(step.entry.at, 'seconds')}</VisuallyHidden>
              </Button>
            )}
          </li>
        ))}
      </ol>
      <ConfirmDialog
        title="Restore this version?"
        action="Restore"
        isOpen={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        onConfirm={() => chosen !== undefined && onRestore(chosen)}
      >
        <p>
          Everything becomes as it was on {chosen === undefined ? '' : formatInstant(chosen, 'seconds')}. The
          current version stays in the history and can be restored too.
        </p>
      </ConfirmDialog>
    </>
  );
}

function Step({
  step: { entry, operation, restoredFrom, who, madeOfflineAt, changes, isFirst, isNewest },
}: {
  readonly step: HistoryStep;
}) {
  return (
    <>
      <header className={styles.historyTimelineHead}>
        <h2 className={styles.historyTimelineWhat}>
          {restoredFrom === undefined
            ? operation
            : `Restored the version of ${formatInstant(restoredFrom, 'seconds')}`}{' '}
          <span className={styles.historyTimelineWho}>{who}</span>
        </h2>
        <p className={styles.historyTimelineWhen}>
          {isNewest && <span className={styles.historyTimelineNow}>Current version</span>}
          <Instant at={entry.at} precision="seconds" />
          {madeOfflineAt && (
            <>
              {' · made offline at '}
              <Instant at={madeOfflineAt} precision="seconds" />
            </>
          )}
        </p>
      </header>
      {changes ? (
        <ChangeList changes={changes} isFirst={isFirst} />
      ) : (
        <p className={styles.historyTimelineUnknown}>Load the earlier steps to see what this changed.</p>
      )}
    </>
  );
}
