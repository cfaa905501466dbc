import { useState } from 'react';
import { AppError } from '#shared/kernel/app-error.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Job } from '#shared/migration/job.ts';
import type { StartJob } from '#shared/migration/start-job.ts';
import type { Plan } from '#shared/migration/plan.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { startJob } from '#pwa/data/migration/admin-calls.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Checkbox } from '#pwa/ui/checkbox.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { countOf } from './count-of.ts';
import { countWrites } from './action-counts.tsx';
import { toReason } from '../to-reason.ts';
import { TypedConfirm } from './typed-confirm.tsx';

interface ApplyPlanProps {
  readonly spec: JobSpec;
  readonly plan: Plan;
  readonly onStarted: (job: Job) => void;
  /** Makes a new plan. */
  readonly onRemake: () => void;
  /** Used instead of `startJob` by callers with more to do. */
  readonly start?: (spec: JobSpec, options: Omit<StartJob, 'spec'>) => Promise<Job>;
}

/** Applies a plan, unless the data have changed since it was made. */
export function ApplyPlan({ spec, plan, onStarted, onRemake, start }: ApplyPlanProps) {
  const app = useAppStore();
  const { isOnline } = useConnection();
  const [isStale, setIsStale] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isLeavingOut, setIsLeavingOut] = useState(false);
  const writes = countWrites(plan.counts);
  const rejected = plan.counts.reject;
  const isBlocked = rejected > 0 && !isLeavingOut;
  const isImport = spec.kind === 'import';
  const isReplacing = spec.kind === 'copy' && spec.mode === 'replace-all';

  async function apply() {
    setIsAsking(false);
    setIsBusy(true);
    setFailure(undefined);
    try {
      const options = { planHash: plan.hash, ...(rejected > 0 ? { continue: true } : {}) };
      onStarted(await (start ? start(spec, options) : startJob(app, spec, options)));
    } catch (error) {
      if (error instanceof AppError && error.code === 'aborted') setIsStale(true);
      else setFailure(toReason(error));
      setIsBusy(false);
    }
  }

  if (isStale)
    return (
      <Notice
        tone="pending"
        role="alert"
        actions={
          <Button kind="primary" disabled={!isOnline} onClick={onRemake}>
            Make the plan again
          </Button>
        }
      >
        The data have changed since the plan was made, so nothing was written. Make the plan again and look at
        it once more.
      </Notice>
    );
  if (writes === 0)
    return (
      <Notice>
        {rejected > 0
          ? 'Nothing can be written like this: the list says why.'
          : 'Nothing would change: every document is as it should be, or stays as it is.'}
      </Notice>
    );
  return (
    <>
      {rejected > 0 && (
        <>
          <Notice tone="pending">
            {isImport
              ? `${countOf(rejected, 'part')} of the file can’t be imported like this. Choose otherwise above, correct the file and choose it again, or leave them out: afterwards they can be saved as a file, to correct and import.`
              : `${countOf(rejected, 'document')} can’t be written like this. Choose otherwise above, correct what the list says and make the plan again, or leave them out: they stay as they are.`}
          </Notice>
          <Checkbox type="checkbox" checked={isLeavingOut} onChange={() => setIsLeavingOut(!isLeavingOut)}>
            {isImport
              ? `Leave ${countOf(rejected, 'faulty part')} out and import the rest`
              : `Leave ${countOf(rejected, 'document')} out and do the rest`}
          </Checkbox>
        </>
      )}
      <Notice>
        {countOf(writes, 'document')} will be written, and devices follow by themselves. Each keeps its
        earlier state in its history, and the whole job can be undone below.
      </Notice>
      <Button
        kind="primary"
        disabled={isBusy || isBlocked || !isOnline}
        onClick={() => (isReplacing ? setIsAsking(true) : void apply())}
      >
        {isBusy ? 'Starting …' : `${isImport ? 'Import' : 'Apply to'} ${countOf(writes, 'document')}`}
      </Button>
      {failure !== undefined && (
        <Notice tone="error" role="alert">
          {failure}
        </Notice>
      )}
      {isReplacing && (
        <TypedConfirm
          isOpen={isAsking}
          name={spec.target}
          deleted={plan.counts.delete}
          onClose={() => setIsAsking(false)}
          onConfirm={() => void apply()}
        />
      )}
    </>
  );
}
