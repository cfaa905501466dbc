import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toFailure } from '#cli/failure.ts';
import { createColours } from '#cli/io/colours.ts';
import { countOf } from '#cli/io/numbers.ts';
import { createProgress } from '#cli/io/progress.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { findCollection } from '#cli/migration/find-collection.ts';
import { requireDone, toJobTitle, toOutcomeLines } from '#cli/migration/job-outcome.ts';
import { countWrites, toPlanLines, toProblemLines } from '#cli/migration/plan-report.ts';
import { watchJob } from '#cli/migration/watch-job.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Job } from '#shared/migration/job.ts';
import type { Plan } from '#shared/migration/plan.ts';
import { isQuiet, tell, type CommandResult, type GlobalOptions } from './command-settings.ts';
import { confirm } from './confirm.ts';

export interface JobOptions extends GlobalOptions {
  readonly dryRun?: boolean;
  /** Number of documents that are shown before and after. */
  readonly diff?: number;
  readonly detach?: boolean;
  /** Documents that would be rejected don't keep the others from being written. */
  readonly continue?: boolean;
}

export interface PlannedJob {
  readonly spec: JobSpec;
  readonly options: JobOptions;
  readonly toPlanFailure?: (error: unknown) => Failure;
}

/** Plans, shows the plan, asks where something that is there would change, then has the server do exactly that. */
export async function runPlannedJob(
  context: CliContext,
  connection: ServerConnection,
  { spec, options, toPlanFailure = toFailure }: PlannedJob,
): Promise<CommandResult> {
  const plan = await makePlan(context, connection, spec).catch((error: unknown) => {
    throw toPlanFailure(error);
  });
  const isDryRun = options.dryRun === true;
  showPlan(context, plan, { spec, options });
  if (plan.counts.reject > 0 && (options.continue !== true || isDryRun)) throw toRefused(plan);
  const result = { dryRun: isDryRun, plan };
  if (isDryRun) return result;
  const writes = countWrites(plan.counts);
  if (writes === 0) {
    tell(context, options, ['Nothing has to be written.']);
    return { ...result, job: null };
  }
  await agree(context, options, { spec, plan });
  const body = { spec, planHash: plan.hash, continue: options.continue === true };
  const started = await connection.call(ADMIN_ROUTES.startJob, { body }).catch((error: unknown) => {
    throw toStale(error);
  });
  return { ...result, ...(await followJob(context, connection, { job: started, options })) };
}

/** Nothing to read is a mistake where the collection isn't there at all. */
async function makePlan(
  { interruption }: CliContext,
  connection: ServerConnection,
  spec: JobSpec,
): Promise<Plan> {
  const plan = await connection.call(ADMIN_ROUTES.plan, { body: spec, signal: interruption });
  const source = spec.kind === 'copy' ? spec.source : spec.kind === 'rename' ? spec.collection : undefined;
  if (plan.documents === 0 && source !== undefined) await findCollection(connection, source);
  return plan;
}

export interface FollowedJob {
  readonly job: Job;
  readonly options: JobOptions;
  /** What an interruption of this command does to the job; `cancel` unless told otherwise. */
  readonly whenInterrupted?: 'cancel' | 'leave';
}

/** Shows a job's progress until it ends, or with `--detach` only its id. */
export async function followJob(
  context: CliContext,
  connection: ServerConnection,
  { job, options, whenInterrupted = 'cancel' }: FollowedJob,
): Promise<{ readonly job: Job }> {
  if (options.detach === true) {
    if (options.json !== true) context.terminal.out.write(`${job.id}\n`);
    tell(context, options, [`The server goes on by itself. Follow it with: nankeen jobs watch ${job.id}`]);
    return { job };
  }
  const { terminal, clock } = context;
  const progress = createProgress({ terminal, clock, label: 'Done', isQuiet: isQuiet(options) });
  const watched = { job, progress, whenInterrupted };
  const ended = await watchJob(context, connection, watched).finally(() => progress.end());
  requireDone(ended);
  tell(context, options, toOutcomeLines(ended));
  return { job: ended };
}

/** A dry run's plan is what was asked for and goes to standard output. */
function showPlan(
  context: CliContext,
  plan: Plan,
  { spec, options }: { readonly spec: JobSpec; readonly options: JobOptions },
): void {
  const { out, err, outHasColours, errHasColours } = context.terminal;
  const isDryRun = options.dryRun === true;
  if (options.json === true || (options.quiet === true && !isDryRun)) return;
  const colours = createColours(isDryRun ? outHasColours : errHasColours);
  const title = `${isDryRun ? 'Dry run' : 'Plan'}: ${toJobTitle(spec)}`;
  const lines = toPlanLines({ plan, title, samples: options.diff ?? 0, colours });
  (isDryRun ? out : err).write(`${lines.join('\n')}\n`);
}

/** What is only created can be agreed to without a question. */
async function agree(
  context: CliContext,
  options: JobOptions,
  { spec, plan }: { readonly spec: JobSpec; readonly plan: Plan },
): Promise<void> {
  const { create, delete: gone } = plan.counts;
  if (countWrites(plan.counts) === create) return;
  const changed = countWrites(plan.counts) - create - gone;
  const target = spec.kind === 'copy' ? spec.target : spec.kind === 'rename' ? spec.collection : undefined;
  const where = target === undefined ? '' : ` in "${target}"`;
  const parts = [
    ...(changed > 0 ? [`changes ${countOf(changed, 'document')}`] : []),
    ...(gone > 0 ? [`deletes ${countOf(gone, 'document')}`] : []),
  ];
  const isReplacingAll = spec.kind === 'copy' && spec.mode === 'replace-all';
  await confirm(context, options, {
    what: `This ${parts.join(' and ')}${where}; \`nankeen undo\` takes it back.`,
    ...(isReplacingAll ? { typed: spec.target } : {}),
  });
}

function toRefused(plan: Plan): Failure {
  const codes = new Set(plan.problems.map(({ code }) => code));
  const isConflict = codes.has('collision') || codes.has('already-exists');
  const hints = [
    ...(codes.has('collision') ? ['--on-collision says what becomes of names that are there already.'] : []),
    ...(codes.has('already-exists')
      ? ['--on-conflict says what becomes of ids that are there already.']
      : []),
  ];
  return new Failure(
    isConflict ? EXIT.conflict : EXIT.invalidInput,
    `${countOf(plan.counts.reject, 'document')} would be rejected, so nothing was written.`,
    {
      lines: toProblemLines(plan.problems, plan.problemCount),
      hint: hints.length === 0 ? undefined : hints.join('\n'),
      result: { plan },
    },
  );
}

function toStale(error: unknown): Failure {
  const failure = toFailure(error);
  if (failure.exitCode !== EXIT.conflict) return failure;
  return new Failure(EXIT.conflict, failure.message, {
    hint: 'Nothing was written. Run the same command again: it plans anew.',
    result: failure.result,
    cause: failure,
  });
}
