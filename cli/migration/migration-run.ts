import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toFailure, withHint } from '#cli/failure.ts';
import { countOf } from '#cli/io/numbers.ts';
import { createProgress } from '#cli/io/progress.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Job } from '#shared/migration/job.ts';
import type { MigrationAttempt } from '#shared/migration/migration-run.ts';
import { findStepJob } from './find-step-job.ts';
import { requireDone, toJobTitle, toOutcomeLines } from './job-outcome.ts';
import { findMissingNames } from './missing-names.ts';
import { toProblemLines } from './plan-report.ts';
import { watchJob } from './watch-job.ts';

export interface MigrationRun {
  readonly context: CliContext;
  readonly connection: ServerConnection;
  /** Token of the migration lock. */
  readonly token: string;
  readonly isQuiet: boolean;
  readonly printNote: (lines: readonly string[]) => void;
  /** An undo skips documents that changed since, instead of failing. */
  readonly skipsChanged: boolean;
}

/**
 * Runs the remaining steps of an attempt, one job per step, and records the progress. Follows or resumes a job that was
 * started before.
 * @throws Failure of the step that failed, or of an interruption; the attempt is recorded as failed
 */
export async function runAttempt(
  run: MigrationRun,
  attempt: MigrationAttempt,
  steps: readonly JobSpec[],
): Promise<MigrationAttempt> {
  let jobs = attempt.jobs;
  const record = (outcome: MigrationAttempt['outcome'], message?: string) =>
    run.connection.call(ADMIN_ROUTES.noteMigration, {
      params: { id: attempt.id },
      body: { token: run.token, jobs, outcome, ...(message === undefined ? {} : { message }) },
    });
  const { interruption } = run.context;
  let point = '';
  try {
    for (const [step, spec] of steps.entries()) {
      const kept = jobs.length === 0 ? 'nothing was written by this migration' : 'earlier writes are kept';
      point = `before step ${step + 1} of ${steps.length}; ${kept}`;
      interruption.throwIfAborted();
      const found = await findStepJob(run.connection, attempt, { step, spec });
      const job = found.job ?? (await startStep(run, found.spec));
      if (!jobs.some(({ id }) => id === job.id)) jobs = [...jobs, { step, id: job.id }];
      await record('running');
      await followStep(run, job);
    }
    return await record('done');
  } catch (error) {
    const failure = error === interruption.reason ? toStopped(error, point) : toFailure(error);
    await record('failed', failure.message).catch(() => undefined);
    throw failure;
  }
}

/** @param reason of an interruption. @param point where it stopped, as the end of a sentence */
export function toStopped(reason: unknown, point: string): Failure {
  const { exitCode, message } = toFailure(reason);
  return new Failure(exitCode, `${message} It stopped ${point}.`);
}

async function startStep(run: MigrationRun, spec: JobSpec): Promise<Job> {
  const { connection, context, skipsChanged, printNote } = run;
  const plan = await connection.call(ADMIN_ROUTES.plan, { body: spec, signal: context.interruption });
  // Other shops may have them, so the step is not refused.
  printNote((await findMissingNames(connection, plan, spec)).map((line) => `  ${line}`));
  if (plan.counts.reject > 0) {
    throw new Failure(
      EXIT.conflict,
      `${toJobTitle(spec)}: ${countOf(plan.counts.reject, 'document')} would be rejected.`,
      {
        lines: toProblemLines(plan.problems, plan.problemCount),
        hint: 'This step wrote nothing. Fix the documents first.',
      },
    );
  }
  if (spec.kind === 'undo' && plan.counts.skip > 0 && !skipsChanged) {
    const title = `${countOf(plan.counts.skip, 'document')} changed since and would be skipped by the undo.`;
    throw new Failure(EXIT.conflict, title, {
      lines: toProblemLines(plan.problems, plan.problemCount),
      hint: 'Undo the later changes first, or skip these documents with --continue.',
    });
  }
  return connection.call(ADMIN_ROUTES.startJob, { body: { spec, planHash: plan.hash } });
}

async function followStep(
  { context, connection, isQuiet, printNote }: MigrationRun,
  started: Job,
): Promise<void> {
  const isStopped = ['interrupted', 'failed', 'cancelled'].includes(started.state);
  const job = isStopped
    ? await connection.call(ADMIN_ROUTES.resumeJob, { params: { id: started.id } })
    : started;
  const { terminal, clock } = context;
  const progress = createProgress({ terminal, clock, label: 'Done', isQuiet });
  const watched = { job, progress, whenInterrupted: 'cancel' } as const;
  try {
    const ended = await watchJob(context, connection, watched);
    requireDone(connection, ended);
    printNote([`${toJobTitle(ended.spec)}:`, ...toOutcomeLines(ended)].map((line) => `  ${line}`));
  } catch (error) {
    // Drop the hint: the migration is resumed, not this job.
    throw withHint(toFailure(error), undefined);
  } finally {
    progress.end();
  }
}
