import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toFailure } from '#cli/failure.ts';
import { countOf } from '#cli/io/numbers.ts';
import { createProgress } from '#cli/io/progress.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Job } from '#shared/migration/job.ts';
import type { MigrationAttempt } from '#shared/migration/migration-run.ts';
import { isSameSpec } from './same-spec.ts';
import { requireDone, toJobTitle, toOutcomeLines } from './job-outcome.ts';
import { toProblemLines } from './plan-report.ts';
import { watchJob } from './watch-job.ts';

export interface MigrationRun {
  readonly context: CliContext;
  readonly connection: ServerConnection;
  /** Of the lock. */
  readonly token: string;
  readonly isQuiet: boolean;
  readonly tell: (lines: readonly string[]) => void;
}

/**
 * Runs what is left of an attempt, a job for each step, and notes how far it has come. A job that was begun before is
 * followed, or resumed where it was broken off.
 * @throws Failure of the step that didn't come to its end; the attempt is noted as failed
 */
export async function runAttempt(
  run: MigrationRun,
  attempt: MigrationAttempt,
  steps: readonly JobSpec[],
): Promise<MigrationAttempt> {
  let jobs = attempt.jobs;
  const note = (outcome: MigrationAttempt['outcome'], message?: string) =>
    run.connection.call(ADMIN_ROUTES.noteMigration, {
      params: { id: attempt.id },
      body: { token: run.token, jobs, outcome, ...(message === undefined ? {} : { message }) },
    });
  try {
    for (const [step, spec] of steps.entries()) {
      const begun = await findBegun(run, attempt, { step, spec });
      if (!begun && (await isUndone(run, spec))) continue;
      const job = begun ?? (await begin(run, spec));
      if (!jobs.some(({ id }) => id === job.id)) jobs = [...jobs, { step, id: job.id }];
      await note('running');
      await follow(run, job);
    }
    return await note('done');
  } catch (error) {
    const failure = toFailure(error);
    await note('failed', failure.message).catch(() => undefined);
    throw failure;
  }
}

interface Step {
  readonly step: number;
  readonly spec: JobSpec;
}

/** The job that does a step already: noted, or begun by a command that was killed before it could note it. */
async function findBegun(
  { connection }: MigrationRun,
  attempt: MigrationAttempt,
  { step, spec }: Step,
): Promise<Job | undefined> {
  const id = attempt.jobs.findLast((one) => one.step === step)?.id;
  const isUsable = (job: Job) => job.undoneBy === null;
  if (id !== undefined) {
    const job = await connection.call(ADMIN_ROUTES.job, { params: { id } });
    return isUsable(job) ? job : undefined;
  }
  const { jobs } = await connection.call(ADMIN_ROUTES.jobs);
  const taken = new Set(attempt.jobs.map((one) => one.id));
  return jobs.find(
    (job) =>
      job.startedAt >= attempt.startedAt && !taken.has(job.id) && isUsable(job) && isSameSpec(job.spec, spec),
  );
}

/** Whether somebody has undone already what a step would undo. */
async function isUndone({ connection }: MigrationRun, spec: JobSpec): Promise<boolean> {
  if (spec.kind !== 'undo') return false;
  return (await connection.call(ADMIN_ROUTES.job, { params: { id: spec.job } })).undoneBy !== null;
}

async function begin({ connection, context }: MigrationRun, spec: JobSpec): Promise<Job> {
  const plan = await connection.call(ADMIN_ROUTES.plan, { body: spec, signal: context.interruption });
  if (plan.counts.reject > 0) {
    throw new Failure(
      EXIT.conflict,
      `${toJobTitle(spec)}: ${countOf(plan.counts.reject, 'document')} would be rejected.`,
      {
        lines: toProblemLines(plan.problems, plan.problemCount),
        hint: 'Nothing of this step was written. Put it right, then run the command again.',
      },
    );
  }
  if (spec.kind === 'undo' && plan.counts.skip > 0) {
    const title = `Changed since, and left as it is by an undo: ${countOf(plan.counts.skip, 'document')}.`;
    throw new Failure(EXIT.conflict, title, {
      lines: toProblemLines(plan.problems, plan.problemCount),
      hint: 'Take back what changed them first, or write the way back as steps of a new migration.',
    });
  }
  return connection.call(ADMIN_ROUTES.startJob, { body: { spec, planHash: plan.hash } });
}

async function follow({ context, connection, isQuiet, tell }: MigrationRun, begun: Job): Promise<void> {
  const isBrokenOff = ['interrupted', 'failed', 'cancelled'].includes(begun.state);
  const job = isBrokenOff
    ? await connection.call(ADMIN_ROUTES.resumeJob, { params: { id: begun.id } })
    : begun;
  const { terminal, clock } = context;
  const progress = createProgress({ terminal, clock, label: 'Done', isQuiet });
  const watched = { job, progress, whenInterrupted: 'cancel' } as const;
  const ended = await watchJob(context, connection, watched).finally(() => progress.end());
  requireDone(ended);
  tell([`${toJobTitle(ended.spec)}:`, ...toOutcomeLines(ended)].map((line) => `  ${line}`));
}
