import type { DecidedDocument } from '#shared/migration/decided-document.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Job, JobState } from '#shared/migration/job.ts';
import { NO_COUNTS } from '#shared/migration/plan-accumulator.ts';
import type { PlanCounts, PlanProblem } from '#shared/migration/plan.ts';
import type { JobProgress, JobRecord } from './job-store.ts';
import type { Batch } from './work.ts';

/** Maximum number of stored problems per job. */
const MOST_PROBLEMS = 1000;

export interface NewJob {
  readonly id: string;
  readonly spec: JobSpec;
  readonly state: JobState;
  readonly total: number | null;
  readonly at: string;
  readonly by: string;
}

export function toFirstRecord({ id, spec, state, total, at, by }: NewJob): JobRecord {
  return {
    id,
    spec,
    state,
    position: 0,
    total,
    counts: NO_COUNTS,
    problemCount: 0,
    startedAt: at,
    endedAt: null,
    startedBy: by,
    message: null,
    undoneBy: null,
    cursor: '',
  };
}

/** The job after one more batch. */
export function toProgress(
  job: JobRecord,
  decided: readonly Pick<DecidedDocument, 'action' | 'problems'>[],
  { cursor, processed }: Pick<Batch, 'cursor' | 'processed'>,
): JobProgress {
  const counts = countActions(decided, job.counts);
  const position = job.position + processed;
  const next = { ...job, counts, position, cursor };
  return withProblems(
    next,
    decided.flatMap(({ problems }) => problems),
  );
}

/** @param before the counts so far */
export function countActions(
  decided: readonly Pick<DecidedDocument, 'action'>[],
  before = NO_COUNTS,
): PlanCounts {
  const counts = { ...before };
  for (const { action } of decided) counts[action] += 1;
  return counts;
}

export function withProblems(job: JobRecord, found: readonly PlanProblem[]): JobProgress {
  const problems = found.slice(0, Math.max(0, MOST_PROBLEMS - job.problemCount));
  return { job: { ...job, problemCount: job.problemCount + found.length }, problems, others: [] };
}

/** The job as callers see it. */
export function toJob(
  { cursor: _cursor, hold: _hold, ...record }: JobRecord,
  problems: readonly PlanProblem[],
): Job {
  return { ...record, problems: [...problems] };
}
