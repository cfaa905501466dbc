import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Job } from '#shared/migration/job.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { LoadingText } from '#pwa/ui/skeleton.tsx';
import { TryAgain } from '../fetch-state.tsx';
import { ApplyPlan } from './apply-plan.tsx';
import { PlanView } from './plan-view.tsx';
import { Step } from './step.tsx';
import { usePlan } from './use-plan.ts';

interface PlanStepProps {
  /** The chosen job; `undefined` while something is missing. */
  readonly spec: JobSpec | undefined;
  /** What is missing. */
  readonly missing: string;
  readonly onStarted: (job: Job) => void;
}

/** Shows exactly what would happen, and only then the button that applies it. */
export function PlanStep({ spec, missing, onStarted }: PlanStepProps) {
  const { status, plan, reason, isOutdated, make, cancel } = usePlan(spec);
  const { isOnline } = useConnection();
  const isShown = status === 'ready' && plan !== undefined && !isOutdated;
  return (
    <Step
      title="Preview, then apply"
      note="The plan is a dry run: it goes through every document and writes nothing. What you apply is exactly this plan; if somebody changes the data meanwhile, nothing is written and you are asked to look again."
    >
      {status === 'planning' ? (
        <>
          <LoadingText>Going through the documents; nothing is written …</LoadingText>
          <Button onClick={cancel}>Stop</Button>
        </>
      ) : (
        <>
          {isOutdated && status === 'ready' && (
            <Notice tone="pending" role="status">
              You have changed something since this plan was made.
            </Notice>
          )}
          <Button kind={isShown ? 'quiet' : 'primary'} disabled={!spec || !isOnline} onClick={make}>
            {status === 'none' ? 'Show the plan' : 'Make the plan again'}
          </Button>
          {!isOnline ? (
            <p>The plan is made on the server, as soon as there is a connection.</p>
          ) : (
            !spec && <p>{missing}</p>
          )}
        </>
      )}
      {status === 'failed' && !isOutdated && (
        <TryAgain what="The plan can’t be made." reason={reason} onTry={make} />
      )}
      {isShown && spec && (
        <>
          <PlanView plan={plan} />
          <ApplyPlan spec={spec} plan={plan} onStarted={onStarted} onRemake={make} />
        </>
      )}
    </Step>
  );
}
