import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import { type JobSpec, type UndoJobSpec, jobSpecSchema } from '#shared/migration/job-spec.ts';
import { isUndone, type Job } from '#shared/migration/job.ts';
import type { MigrationAttempt } from '#shared/migration/migration-run.ts';

export interface StepJob {
  /** An existing job for this step: a recorded one, one that a killed command did not record, or one started by hand. */
  readonly job?: Job | undefined;
  /** Specification to start the step with, if there is no job. */
  readonly spec: JobSpec;
}

/** Finds the job of a migration step, if it was started before. */
export async function findStepJob(
  connection: ServerConnection,
  attempt: MigrationAttempt,
  { step, spec }: { readonly step: number; readonly spec: JobSpec },
): Promise<StepJob> {
  const found = spec.kind === 'undo' ? await findUndoJob(connection, spec) : { spec };
  return found.job ? found : { spec: found.spec, job: await findJob(connection, attempt, step, found.spec) };
}

async function findJob(
  connection: ServerConnection,
  attempt: MigrationAttempt,
  step: number,
  spec: JobSpec,
): Promise<Job | undefined> {
  const isUsable = (job: Job) => !isUndone(job) && !hasRejects(job) && isSameSpec(job.spec, spec);
  const recorded = attempt.jobs.findLast((one) => one.step === step);
  if (recorded) {
    const job = await readJob(connection, recorded.id);
    return isUsable(job) ? job : undefined;
  }
  const { jobs } = await connection.call(ADMIN_ROUTES.jobs);
  const taken = new Set(attempt.jobs.map(({ id }) => id));
  return jobs.find((job) => job.startedAt >= attempt.startedAt && !taken.has(job.id) && isUsable(job));
}

/** A job that finished with rejected documents can't be resumed: its step is planned again. */
function hasRejects({ state, counts }: Job): boolean {
  return state === 'done' && counts.reject > 0;
}

/** If the undo of a job was itself undone, undoing the job means undoing that last job. */
async function findUndoJob(connection: ServerConnection, spec: UndoJobSpec): Promise<StepJob> {
  const { undoneBy } = await readJob(connection, spec.job);
  if (undoneBy === null) return { spec };
  const job = await readJob(connection, undoneBy);
  return job.undoneBy === null ? { spec, job } : findUndoJob(connection, { kind: 'undo', job: job.undoneBy });
}

function readJob(connection: ServerConnection, id: string): Promise<Job> {
  return connection.call(ADMIN_ROUTES.job, { params: { id } });
}

/** Compares two specifications with all defaults filled in. */
function isSameSpec(a: JobSpec, b: JobSpec): boolean {
  return isDeepStrictEqual(v.parse(jobSpecSchema, a), v.parse(jobSpecSchema, b));
}
