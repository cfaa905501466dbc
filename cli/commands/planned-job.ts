import type { CliContext } from '#cli/context.ts';
import { toFailure, type Failure } from '#cli/failure.ts';
import { createColours } from '#cli/io/colours.ts';
import { countOf } from '#cli/io/numbers.ts';
import { collectionExists, requireCollection } from '#cli/io/collection-exists.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { toJobTitle } from '#cli/migration/job-outcome.ts';
import { findSource, isNothingRead, renameOf, toMissingFields } from '#cli/migration/missing-names.ts';
import {
  requireFields,
  toNothingUndone,
  toPlanRejection,
  toPlanOutdated,
} from '#cli/migration/plan-refusal.ts';
import { countWrites, toPlanLines } from '#cli/migration/plan-report.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Job } from '#shared/migration/job.ts';
import type { Plan } from '#shared/migration/plan.ts';
import { isQuiet, printNote, type CommandResult } from './command-settings.ts';
import { confirm } from './confirm.ts';
import { followJob } from './follow-job.ts';
import type { JobOptions } from './job-options.ts';

export interface PlannedJob {
  readonly spec: JobSpec;
  readonly options: JobOptions;
  /** For an undo: the job that it undoes and, if that is itself an undo, the jobs before it. */
  readonly undone?: readonly Job[] | undefined;
  readonly toPlanFailure?: (error: unknown) => Failure;
}

/** Plans a job, shows the plan, confirms changes to existing documents, and runs exactly that plan. */
export async function runPlannedJob(
  context: CliContext,
  connection: ServerConnection,
  { spec, options, undone, toPlanFailure = toFailure }: PlannedJob,
): Promise<CommandResult> {
  const shows = context.terminal.isInteractive && !isQuiet(options);
  if (shows) context.terminal.err.write('Planning …');
  const plan = await makePlan(context, connection, spec)
    .catch((error: unknown) => {
      throw toPlanFailure(error);
    })
    .finally(() => shows && context.terminal.err.write('\r\u001b[K'));
  const isDryRun = options.dryRun === true;
  const creates = await findNewCollection(connection, spec, plan);
  showPlan(context, plan, { spec, options, undone, creates });
  if (isRefused(plan, { spec, options })) throw toPlanRejection(plan);
  requireFields(plan, spec);
  const result = { dryRun: isDryRun, plan, ...(creates === undefined ? {} : { creates }) };
  if (isDryRun) return result;
  const writes = countWrites(plan.counts);
  if (writes === 0 && spec.kind === 'undo' && plan.counts.skip > 0) throw toNothingUndone(plan);
  if (writes === 0) {
    printNote(context, options, ['There is nothing to write.']);
    return { ...result, job: null };
  }
  await confirmPlan(context, options, { spec, plan });
  context.interruption.throwIfAborted();
  const body = { spec, planHash: plan.hash, continue: options.continue === true };
  const started = await connection.call(ADMIN_ROUTES.startJob, { body }).catch((error: unknown) => {
    throw toPlanOutdated(error);
  });
  return { ...result, ...(await followJob(context, connection, { job: started, options })) };
}

/** An undo skips documents it can't restore; other jobs do so only with `--continue`, and if anything is left to write. */
function isRefused({ counts }: Plan, { spec, options }: Omit<PlannedJob, 'toPlanFailure'>): boolean {
  if (counts.reject === 0 || spec.kind === 'undo') return false;
  return options.continue !== true || options.dryRun === true || countWrites(counts) === 0;
}

/** An empty plan may mean that the source collection does not exist. @throws Failure `notFound` */
async function makePlan(
  { interruption }: CliContext,
  connection: ServerConnection,
  spec: JobSpec,
): Promise<Plan> {
  const plan = await connection.call(ADMIN_ROUTES.plan, { body: spec, signal: interruption });
  const source = findSource(spec);
  if (isNothingRead(plan) && source !== undefined) await requireCollection(connection, source);
  return plan;
}

/** The target, when the copy would create it: its name may be mistyped. */
async function findNewCollection(
  connection: ServerConnection,
  spec: JobSpec,
  { counts }: Plan,
): Promise<string | undefined> {
  if (spec.kind !== 'copy' || counts.create === 0) return undefined;
  return (await collectionExists(connection, spec.target)) ? undefined : spec.target;
}

/** The plan of a dry run is its output and goes to standard output. */
function showPlan(
  context: CliContext,
  plan: Plan,
  { spec, options, undone, creates }: PlannedJob & { readonly creates: string | undefined },
): void {
  const { out, err, outHasColours, errHasColours } = context.terminal;
  const isDryRun = options.dryRun === true;
  if (options.json === true || (options.quiet === true && !isDryRun)) return;
  const colours = createColours(isDryRun ? outHasColours : errHasColours);
  const title = `${isDryRun ? 'Dry run' : 'Plan'}: ${toJobTitle(spec, undone)}`;
  const samples = options.diff ?? 0;
  const listsProblems = !isRefused(plan, { spec, options });
  const missing = toMissingFields(plan, renameOf(spec));
  const lines = toPlanLines({ plan, title, missing, samples, listsProblems, colours });
  if (creates !== undefined) lines.push(`This creates the collection "${toPrintable(creates)}".`);
  (isDryRun ? out : err).write(`${lines.join('\n')}\n`);
}

/** A plan that only creates documents needs no confirmation. */
async function confirmPlan(
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
    what: `This ${parts.join(' and ')}${where}; \`nankeen undo\` reverses it.`,
    ...(isReplacingAll ? { typed: spec.target } : {}),
  });
}
