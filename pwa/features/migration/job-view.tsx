import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Job } from '#shared/migration/job.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { formatBytes } from '#pwa/ui/content/format-bytes.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { useAppStore } from '#pwa/data/app-store.ts';
import { fetchFields } from '#pwa/data/migration/admin-calls.ts';
import { Details } from '#pwa/ui/details.tsx';
import { LoadingText } from '#pwa/ui/skeleton.tsx';
import { TryAgain } from '../fetch-state.tsx';
import { ActionCounts } from './action-counts.tsx';
import { JobActions } from './job-actions.tsx';
import type { JobRelations } from './job-relations.ts';
import { isUndoneWhole, toOutcome, toJobTarget } from './job-text.ts';
import { ProblemList } from './problem-list.tsx';
import { DocumentProgress, ProgressBar, toPercent } from './progress-bar.tsx';
import { isActive, useLiveJob } from './use-live-job.ts';
import { countOf } from './count-of.ts';
import styles from './migration.module.css';
import { useFetched } from '../use-fetched.ts';

interface JobViewProps {
  readonly job: Job;
  readonly relations: JobRelations;
  /** Called when the list of jobs must be fetched again. */
  readonly onChange: () => void;
  /** Called when another job was started, e.g. to undo this one. */
  readonly onStarted: (job: Job) => void;
}

/** A job's progress, result and actions. */
export function JobView({ job: known, relations, onChange, onStarted }: JobViewProps) {
  const { job, isStale, update } = useLiveJob(known, onChange);
  const { isOnline } = useConnection();
  const { undoing } = relations;
  const isUndo = job.spec.kind === 'undo';
  const isRefused = job.state === 'failed' && job.position === 0;
  return (
    <div className={styles.jobView}>
      {isActive(job) && <JobProgress job={job} />}
      <ActionCounts label="So far" counts={job.counts} isPast />
      <Notice tone={toTone(job, undoing)} role="status">
        {isStale && isActive(job)
          ? 'The server can’t be reached just now. The job goes on there, and shows here again by itself.'
          : toOutcome(job, undoing)}
      </Notice>
      {job.problemCount > 0 && (
        <ProblemList
          title={isUndo ? 'Changed since' : isRefused ? 'In the way' : 'Left out'}
          what={isUndo ? 'document' : 'problem'}
          problems={job.problems}
          count={job.problemCount}
          name={`job-${job.id}`}
        />
      )}
      {job.state === 'done' && job.undoneBy === null && isOnline && <JobResult spec={job.spec} />}
      <JobActions
        job={job}
        onAnswer={(updated) => {
          update(updated);
          onChange();
        }}
        onStarted={onStarted}
      />
    </div>
  );
}

const PROGRESS_TEXTS: Readonly<Record<JobSpec['kind'], string>> = {
  copy: 'Copying',
  rename: 'Renaming fields',
  import: 'Importing',
  undo: 'Undoing',
};

/** How many documents a job has processed, or how much of its file was received or read. */
function JobProgress({ job: { spec, state, file, position, total } }: { readonly job: Job }) {
  if (!file)
    return <DocumentProgress label={PROGRESS_TEXTS[spec.kind]} done={position} total={total ?? undefined} />;
  const { bytes, totalBytes } = file;
  return (
    <ProgressBar
      label={state === 'receiving' ? 'Receiving the file' : 'Reading the file'}
      text={`${toPercent(bytes, totalBytes)} of ${formatBytes(totalBytes)}`}
      share={bytes / Math.max(totalBytes, 1)}
    />
  );
}

function toTone({ state, undoneBy, partlyUndoneBy, problemCount }: Job, undoing: Job | undefined) {
  if (undoneBy !== null) return isUndoneWhole(undoing) ? 'calm' : 'pending';
  if (partlyUndoneBy !== undefined) return 'pending';
  if (state === 'done') return problemCount > 0 ? 'pending' : 'confirmed';
  if (state === 'failed') return 'error';
  return state === 'interrupted' ? 'pending' : 'calm';
}

/** What the target contains now, read from the server. */
function JobResult({ spec }: { readonly spec: JobSpec }) {
  const target = toJobTarget(spec);
  if (target === undefined) return null;
  return (
    <Details title={`What ${target} holds now`}>
      <Contents collection={target} />
    </Details>
  );
}

function Contents({ collection }: { readonly collection: string }) {
  const app = useAppStore();
  const { status, value, reason, reload } = useFetched(collection, (signal) =>
    fetchFields(app, collection, 'target', signal),
  );
  if (status === 'failed')
    return <TryAgain what={`${collection} can’t be read.`} reason={reason} onTry={reload} />;
  if (!value) return <LoadingText>{`Reading ${collection} …`}</LoadingText>;
  const paths = value.fields.map(({ path }) => path).join(', ');
  return (
    <p className={styles.contents}>
      {countOf(value.documents, 'document')} with {countOf(value.fields.length, 'field')}: {paths}
    </p>
  );
}
