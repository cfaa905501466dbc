import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import { type JobSpec, type UndoJobSpec, jobSpecSchema } from '#shared/migration/job-spec.ts';
import type { Job } from '#shared/migration/job.ts';
import type { MigrationAttempt } from '#shared/migration/migration-run.ts';

export interface StepJob {
  /** Does the step already: noted, begun by a command that was killed before it could note it, or by hand. */
  readonly job?: Job | undefined;
  /** What is to be begun where there is none. */
  readonly spec: JobSpec;
}

export async function findStepJob(
  connection: ServerConnection,
  attempt: MigrationAttempt,
  { step, spec }: { readonly step: number; readonly spec: JobSpec },
): Promise<StepJob> {
  const found = spec.kind === 'undo' ? await findUndoing(connection, spec) : { spec };
  return found.job ? found : { spec: found.spec, job: await findJob(connection, attempt, step, found.spec) };
}

async function findJob(
  connection: ServerConnection,
  attempt: MigrationAttempt,
  step: number,
  spec: JobSpec,
): Promise<Job | undefined> {
  const isUsable = (job: Job) => job.undoneBy === null && !hasLeftOut(job) && isSameSpec(job.spec, spec);
  const noted = attempt.jobs.findLast((one) => one.step === step);
  if (noted) {
    const job = await readJob(connection, noted.id);
    return isUsable(job) ? job : undefined;
  }
  const { jobs } = await connection.call(ADMIN_ROUTES.jobs);
  const taken = new Set(attempt.jobs.map(({ id }) => id));
  return jobs.find((job) => job.startedAt >= attempt.startedAt && !taken.has(job.id) && isUsable(job));
}

/** One that has left out what was rejected can't go on: its step is planned anew. */
function hasLeftOut({ state, counts }: Job): boolean {
  return state === 'done' && counts.reject > 0;
}

/** Where somebody has undone the undoing of a job, to undo it means to undo that. */
async function findUndoing(connection: ServerConnection, spec: UndoJobSpec): Promise<StepJob> {
  const { undoneBy } = await readJob(connection, spec.job);
  if (undoneBy === null) return { spec };
  const job = await readJob(connection, undoneBy);
  return job.undoneBy === null ? { spec, job } : findUndoing(connection, { kind: 'undo', job: job.undoneBy });
}

function readJob(connection: ServerConnection, id: string): Promise<Job> {
  return connection.call(ADMIN_ROUTES.job, { params: { id } });
}

/** Whether two specifications ask for the same, whichever of them leaves out what has a default. */
function isSameSpec(a: JobSpec, b: JobSpec): boolean {
  return isDeepStrictEqual(v.parse(jobSpecSchema, a), v.parse(jobSpecSchema, b));
}
