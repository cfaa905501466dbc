import type { Job } from '#shared/migration/job.ts';

/** The other jobs that a job has to do with, as far as they are listed. */
export interface JobRelations {
  /** What it undoes. */
  readonly undone: Job | undefined;
  /** What undoes it. */
  readonly undoing: Job | undefined;
}

export function findRelations(jobs: readonly Job[], { spec, undoneBy }: Job): JobRelations {
  return {
    undone: spec.kind === 'undo' ? jobs.find(({ id }) => id === spec.job) : undefined,
    undoing: undoneBy === null ? undefined : jobs.find(({ id }) => id === undoneBy),
  };
}
