import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Job } from '#shared/migration/job.ts';

/** The other jobs that a job has to do with, as far as they are listed. */
export interface JobRelations {
  /** What it undoes. */
  readonly undone: Job | undefined;
  /** What undoes it. */
  readonly undoing: Job | undefined;
  /** What an undo is about in the end, also where it undoes another undo. */
  readonly subject: Job | undefined;
  /** It undoes an undo, so that the subject comes back. */
  readonly isRedo: boolean;
}

export function findRelations(jobs: readonly Job[], { spec, undoneBy }: Job): JobRelations {
  const find = (one: JobSpec) => (one.kind === 'undo' ? jobs.find(({ id }) => id === one.job) : undefined);
  const undone = find(spec);
  let [isRedo, subject] = [false, undone];
  for (; subject?.spec.kind === 'undo'; isRedo = !isRedo) subject = find(subject.spec);
  const undoing = undoneBy === null ? undefined : jobs.find(({ id }) => id === undoneBy);
  return { undone, undoing, subject, isRedo };
}
