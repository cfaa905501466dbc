import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Job } from '#shared/migration/job.ts';

/** The jobs related to a job, as far as they are listed. */
export interface JobRelations {
  /** The job it undoes. */
  readonly undone: Job | undefined;
  /** The job that undoes it. */
  readonly undoing: Job | undefined;
  /** The job that an undo is ultimately about, through any chain of undos. */
  readonly subject: Job | undefined;
  /** Whether it undoes an undo, so that the subject applies again. */
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
