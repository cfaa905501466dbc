import { useState } from 'react';
import { products } from '#shared/collections/products.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { FileProgress, Job } from '#shared/migration/job.ts';
import type { ImportJobSpec, JobSpec } from '#shared/migration/job-spec.ts';
import type { StartJob } from '#shared/migration/start-job.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { fetchUpload, startJob } from '#pwa/data/migration/admin-calls.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { LoadingText } from '#pwa/ui/skeleton.tsx';
import { TryAgain } from '../fetch-state.tsx';
import { ApplyPlan } from './apply-plan.tsx';
import { countOf } from './count-of.ts';
import { findQuestions, type ImportChoices, type ImportQuestion } from './import-choices.ts';
import { ImportQuestions } from './import-questions.tsx';
import { ImportReport } from './import-report.tsx';
import { PlanView } from './plan-view.tsx';
import { ProgressBar, toPercent } from './progress-bar.tsx';
import { usePlan } from './use-plan.ts';
import { useRepeat } from './use-repeat.ts';

interface ImportPlanProps {
  readonly spec: ImportJobSpec;
  readonly choices: ImportChoices;
  readonly onChoose: (some: Partial<ImportChoices>) => void;
  /** Called with whether a job uses the upload. */
  readonly onUse: (isUsed: boolean) => void;
  readonly onStarted: (job: Job) => void;
}

/** Shows what importing an uploaded file would do, asks open questions, and starts the import. */
export function ImportPlan({ spec, choices, onChoose, onUse, onStarted }: ImportPlanProps) {
  const app = useAppStore();
  const { isOnline } = useConnection();
  const { status, plan, reason, error, isOutdated, make, cancel } = usePlan(spec, isOnline);
  const [questions, setQuestions] = useState<readonly ImportQuestion[]>([]);
  // Questions stay once asked, so that a choice can be reverted.
  const more = findQuestions(plan, error).filter((question) => !questions.includes(question));
  if (more.length > 0) setQuestions([...questions, ...more]);

  async function start(job: JobSpec, options: Omit<StartJob, 'spec'>): Promise<Job> {
    onUse(true);
    try {
      return await startJob(app, job, options);
    } catch (failure) {
      // Without a response the job may have started.
      if (failure instanceof AppError && failure.code !== 'unavailable') onUse(false);
      throw failure;
    }
  }

  return (
    <>
      <ImportQuestions questions={questions} choices={choices} onChoose={onChoose} />
      {status === 'planning' && (
        <>
          <Reading key={JSON.stringify(spec)} spec={spec} />
          <Button onClick={cancel}>Cancel</Button>
        </>
      )}
      {!isOnline && <p>The server reads the file as soon as there is a connection.</p>}
      {(status === 'none' || (isOutdated && status !== 'planning')) && (
        <Button kind="primary" disabled={!isOnline} onClick={make}>
          Show the plan
        </Button>
      )}
      {status === 'failed' && !isOutdated && (
        <Refusal error={error} reason={reason} spec={spec} onChoose={onChoose} onTry={make} />
      )}
      {status === 'ready' && plan && !isOutdated && (
        <>
          <ImportReport plan={plan} />
          <PlanView plan={plan} />
          <ApplyPlan spec={spec} plan={plan} start={start} onStarted={onStarted} onRemake={make} />
        </>
      )}
    </>
  );
}

const POLL_MS = 400;

/** How much of the file the server has read. After that it compares the documents with the existing ones. */
function Reading({ spec: { upload, label, collection } }: { readonly spec: ImportJobSpec }) {
  const app = useAppStore();
  const [check, setCheck] = useState<FileProgress | null>();
  useRepeat(
    () => {
      // The plan request reports what is wrong.
      fetchUpload(app, upload).then(
        (state) => setCheck(state.check),
        () => undefined,
      );
    },
    POLL_MS,
    true,
  );
  if (!check) {
    const text = check === null ? `Comparing it with ${collection}` : `Reading ${label}`;
    return <LoadingText>{`${text}; nothing is written …`}</LoadingText>;
  }
  const { documents, bytes, totalBytes } = check;
  return (
    <ProgressBar
      label={`Reading ${label}; nothing is written`}
      text={`${countOf(documents, 'document')}, ${toPercent(bytes, totalBytes)}`}
      share={bytes / Math.max(totalBytes, 1)}
    />
  );
}

interface RefusalProps extends Pick<ImportPlanProps, 'spec' | 'onChoose'> {
  readonly error: unknown;
  readonly reason: string | undefined;
  readonly onTry: () => void;
}

/** Says why a file can't be read, and offers what would help. */
function Refusal({ error, reason, spec, onChoose, onTry }: RefusalProps) {
  const refusal = error instanceof AppError ? error : undefined;
  const { code, path = '' } = refusal ?? {};
  switch (refusal?.reason) {
    case 'shopify-collection':
      return (
        <Notice
          tone="pending"
          role="alert"
          actions={
            <Button onClick={() => onChoose({ collection: products.name })}>
              Import into {products.name}
            </Button>
          }
        >
          {reason}
        </Notice>
      );
    case 'wrapped-documents':
      return (
        <Notice
          tone="pending"
          role="alert"
          actions={
            path !== '' && (
              <Button onClick={() => onChoose({ documents: path })}>Read the documents in {path}</Button>
            )
          }
        >
          {spec.label} is one object that holds the documents. Say where in it they are.
        </Notice>
      );
    case 'unknown-format':
      return (
        <Notice tone="pending" role="alert">
          {spec.label} looks like neither JSON, NDJSON nor CSV. Say what it is, or choose another file.
        </Notice>
      );
    default:
  }
  if (code === 'invalid-argument' || code === 'resource-exhausted' || code === 'not-found')
    return (
      <Notice tone="error" role="alert">
        {reason}
      </Notice>
    );
  return <TryAgain what="The plan can’t be made." reason={reason} onTry={onTry} />;
}
