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
import { toProblemLines } from './plan-report.ts';
import { watchJob } from './watch-job.ts';

export interface MigrationRun {
  readonly context: CliContext;
  readonly connection: ServerConnection;
  /** Of the lock. */
  readonly token: string;
  readonly isQuiet: boolean;
  readonly printNote: (lines: readonly string[]) => void;
  /** An undo leaves documents that were changed since, instead of not beginning. */
  readonly skipsChanged: boolean;
}

/**
 * Runs what is left of an attempt, a job for each step, and notes how far it has come. A job that was begun before is
 * followed, or resumed where it was broken off.
 * @throws Failure of the step that didn't come to its end, or of an interruption; the attempt is noted as failed with it
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
  const { interruption } = run.context;
  let place = '';
  try {
    for (const [step, spec] of steps.entries()) {
      const kept = jobs.length === 0 ? 'nothing of it was written' : 'what is written stays';
      place = `before step ${step + 1} of ${steps.length}; ${kept}`;
      interruption.throwIfAborted();
      const found = await findStepJob(run.connection, attempt, { step, spec });
      const job = found.job ?? (await begin(run, found.spec));
      if (!jobs.some(({ id }) => id === job.id)) jobs = [...jobs, { step, id: job.id }];
      await note('running');
      await follow(run, job);
    }
    return await note('done');
  } catch (error) {
    const failure = error === interruption.reason ? toStopped(error, place) : toFailure(error);
    await note('failed', failure.message).catch(() => undefined);
    throw failure;
  }
}

/** @param reason of an interruption. @param place as the end of a sentence */
export function toStopped(reason: unknown, place: string): Failure {
  const { exitCode, message } = toFailure(reason);
  return new Failure(exitCode, `${message} It stopped ${place}.`);
}

async function begin({ connection, context, skipsChanged }: MigrationRun, spec: JobSpec): Promise<Job> {
  const plan = await connection.call(ADMIN_ROUTES.plan, { body: spec, signal: context.interruption });
  if (plan.counts.reject > 0) {
    throw new Failure(
      EXIT.conflict,
      `${toJobTitle(spec)}: ${countOf(plan.counts.reject, 'document')} would be rejected.`,
      {
        lines: toProblemLines(plan.problems, plan.problemCount),
        hint: 'Nothing of this step was written. Put it right first.',
      },
    );
  }
  if (spec.kind === 'undo' && plan.counts.skip > 0 && !skipsChanged) {
    const title = `Changed since, and left as it is by an undo: ${countOf(plan.counts.skip, 'document')}.`;
    throw new Failure(EXIT.conflict, title, {
      lines: toProblemLines(plan.problems, plan.problemCount),
      hint: 'Take back what changed them first, or leave them as they are with --continue.',
    });
  }
  return connection.call(ADMIN_ROUTES.startJob, { body: { spec, planHash: plan.hash } });
}

async function follow({ context, connection, isQuiet, printNote }: MigrationRun, begun: Job): Promise<void> {
  const isBrokenOff = ['interrupted', 'failed', 'cancelled'].includes(begun.state);
  const job = isBrokenOff
    ? await connection.call(ADMIN_ROUTES.resumeJob, { params: { id: begun.id } })
    : begun;
  const { terminal, clock } = context;
  const progress = createProgress({ terminal, clock, label: 'Done', isQuiet });
  const watched = { job, progress, whenInterrupted: 'cancel' } as const;
  try {
    const ended = await watchJob(context, connection, watched);
    requireDone(connection, ended);
    printNote([`${toJobTitle(ended.spec)}:`, ...toOutcomeLines(ended)].map((line) => `  ${line}`));
  } catch (error) {
    // Without its hint: what goes on is the migration, not this job alone.
    throw withHint(toFailure(error), undefined);
  } finally {
    progress.end();
  }
}
