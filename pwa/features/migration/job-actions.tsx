import { useState } from 'react';
import type { Job } from '#shared/migration/job.ts';
import { cancelJob, resumeJob, startJob } from '#pwa/data/migration/admin-calls.ts';
import { useConnection } from '#pwa/data/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { countWrites } from './fate-counts.tsx';
import { toJobTitle } from './job-text.ts';
import styles from './job-view.module.css';
import { toReason } from './to-reason.ts';
import { isActive } from './use-live-job.ts';

interface JobActionsProps {
  readonly job: Job;
  readonly onAnswer: (job: Job) => void;
  readonly onStarted: (job: Job) => void;
}

/** Cancel, go on, undo: whatever the job's state allows. */
export function JobActions({ job, onAnswer, onStarted }: JobActionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { isOnline } = useConnection();
  const isOff = isBusy || !isOnline;
  const { id, state, spec, undoneBy, counts } = job;
  const canResume =
    ['interrupted', 'failed', 'cancelled'].includes(state) && undoneBy === null && spec.kind !== 'import';
  const canUndo = !isActive(job) && undoneBy === null && countWrites(counts) > 0;

  async function run(action: () => Promise<Job>, take: (job: Job) => void) {
    setIsBusy(true);
    setFailure(undefined);
    try {
      take(await action());
    } catch (error) {
      setFailure(toReason(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <>
      <div className={styles.actions} hidden={!isActive(job) && !canResume && !canUndo}>
        {isActive(job) && (
          <Button disabled={isOff} onClick={() => void run(() => cancelJob(id), onAnswer)}>
            Stop
          </Button>
        )}
        {canResume && (
          <Button disabled={isOff} onClick={() => void run(() => resumeJob(id), onAnswer)}>
            Go on
          </Button>
        )}
        {canUndo && (
          <Button disabled={isOff} onClick={() => setIsAsking(true)}>
            Undo
          </Button>
        )}
      </div>
      {failure !== undefined && (
        <Notice tone="error" role="alert">
          {failure}
        </Notice>
      )}
      <ConfirmDialog
        title="Undo this job?"
        action="Undo"
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void run(() => startJob({ kind: 'undo', job: id }), onStarted)}
      >
        {toJobTitle(spec)}: every document it wrote gets the content it had before. What somebody changed
        since is left alone and listed. Undoing is a job too, and can itself be undone.
      </ConfirmDialog>
    </>
  );
}
