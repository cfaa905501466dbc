import { useState } from 'react';
import { isResumable, type Job } from '#shared/migration/job.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { cancelJob, fetchRejects, resumeJob, startJob } from '#pwa/data/migration/admin-calls.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { saveBlob } from '#pwa/ui/save-file.ts';
import { countWrites } from './action-counts.tsx';
import { isWithoutFile, toJobTitle } from './job-text.ts';
import styles from './migration.module.css';
import { toReason } from '../to-reason.ts';
import { isActive } from './use-live-job.ts';

interface JobActionsProps {
  readonly job: Job;
  readonly onAnswer: (job: Job) => void;
  readonly onStarted: (job: Job) => void;
}

const REJECTS_GONE =
  'What was left out is no longer kept: that ends seven days after the import. Import the file again to see it.';

/** Cancel, resume, undo: whatever the job's state allows. */
export function JobActions({ job, onAnswer, onStarted }: JobActionsProps) {
  const app = useAppStore();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { isOnline } = useConnection();
  const isOff = isBusy || !isOnline;
  const { id, state, spec, undoneBy, counts } = job;
  const isWaiting = state === 'interrupted' && isWithoutFile(job);
  const canStop = isActive(job) || isWaiting;
  const canResume = !isActive(job) && isResumable(job) && !isWithoutFile(job);
  const canUndo = !isActive(job) && undoneBy === null && countWrites(counts) > 0;
  const hasRejects = spec.kind === 'import' && !isActive(job) && counts.reject > 0;

  function saveRejects(lines: Blob) {
    if (lines.size === 0) setFailure(REJECTS_GONE);
    else saveBlob(`${spec.kind === 'import' ? spec.label : id}-rejects.ndjson`, lines);
  }

  async function run<Result>(action: () => Promise<Result>, onDone: (result: Result) => void) {
    setIsBusy(true);
    setFailure(undefined);
    try {
      onDone(await action());
    } catch (error) {
      setFailure(toReason(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <>
      <div className={styles.jobActions} hidden={!canStop && !canResume && !canUndo && !hasRejects}>
        {canStop && (
          <Button disabled={isOff} onClick={() => void run(() => cancelJob(app, id), onAnswer)}>
            {isWaiting ? 'Cancel the import' : 'Stop'}
          </Button>
        )}
        {canResume && (
          <Button disabled={isOff} onClick={() => void run(() => resumeJob(app, id), onAnswer)}>
            Go on
          </Button>
        )}
        {canUndo && (
          <Button disabled={isOff} onClick={() => setIsAsking(true)}>
            Undo
          </Button>
        )}
        {hasRejects && (
          <Button disabled={isOff} onClick={() => void run(() => fetchRejects(app, id), saveRejects)}>
            {state === 'failed' ? 'Save the faulty parts' : 'Save what was left out'}
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
        onConfirm={() => void run(() => startJob(app, { kind: 'undo', job: id }), onStarted)}
      >
        {toJobTitle(spec)}: every document it wrote gets the content it had before. What somebody changed
        since is left alone and listed. Undoing is a job too, and can itself be undone.
      </ConfirmDialog>
    </>
  );
}
