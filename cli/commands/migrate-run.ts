import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toFailure, sayNothingWritten, withHint } from '#cli/failure.ts';
import { countOf } from '#cli/io/numbers.ts';
import { connectServer } from '#cli/io/server-connection.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { readMigrationFolder } from '#cli/migration/migration-folder.ts';
import type { MigrationFile } from '#cli/migration/migration-file.ts';
import { toMigrateCommand, toNoMigrationsNote } from '#cli/migration/migrate-command.ts';
import { toJobTitle } from '#cli/migration/job-outcome.ts';
import { toCountsText } from '#cli/migration/plan-report.ts';
import { withMigrationLock } from '#cli/migration/migration-lock.ts';
import { runAttempt, toStopped, type MigrationRun } from '#cli/migration/migration-run.ts';
import {
  requireNoPartialRollback,
  requireUnchanged,
  toMigrationStates,
  type KnownMigration,
} from '#cli/migration/migration-states.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { MigrationAttempt } from '#shared/migration/migration-run.ts';
import { isQuiet, printNote, type CommandResult } from './command-settings.ts';
import { confirm } from './confirm.ts';
import type { MigrateOptions } from './migrate-options.ts';

export interface RunOptions extends MigrateOptions {
  readonly to?: string;
  /** For `down`: skips documents that changed since. */
  readonly continue?: boolean;
}

const hasSteps = ({ file }: KnownMigration) => file?.up.length !== 0;

export function migrateUp(context: CliContext, options: RunOptions): Promise<CommandResult> {
  return migrate(context, options, 'up', async (run, migrations) => {
    requireUnchanged(migrations);
    requireNoPartialRollback(migrations, options);
    const due = upTo(migrations, options.to).filter(({ state }) => state !== 'applied');
    // An empty migration stays pending: once it was run, its file could not change any more.
    const [ready, empty] = [due.filter(hasSteps), due.filter((one) => !hasSteps(one))];
    run.printNote(empty.map(({ id }) => `${toPrintable(id)} has no steps yet and stays pending.`));
    if (due.length === 0)
      run.printNote([migrations.length === 0 ? toNoMigrationsNote(options) : 'No migrations are pending.']);
    const direction: Direction = { name: 'up', options, toSteps: ({ up }) => up };
    if (ready.length > 0) await confirmSteps(run, ready, direction);
    return runAll(run, ready, direction);
  });
}

export function migrateDown(context: CliContext, options: RunOptions): Promise<CommandResult> {
  return migrate(context, options, 'down', async (run, migrations, attempts) => {
    requireUnchanged(migrations);
    const above = options.to === undefined ? undefined : findId(migrations, options.to);
    const inEffect = migrations.filter(({ state }) => state !== 'pending').toReversed();
    const due = above === undefined ? inEffect.slice(0, 1) : inEffect.filter(({ id }) => id > above);
    const direction: Direction = { name: 'down', options, toSteps: (file) => toDownSteps(file, attempts) };
    if (due.length === 0) printNote(context, options, ['There is nothing to roll back.']);
    else await confirmSteps(run, due, direction);
    return runAll(run, due, direction);
  });
}

type Work = (
  run: MigrationRun,
  migrations: readonly KnownMigration[],
  attempts: readonly MigrationAttempt[],
) => Promise<readonly MigrationAttempt[]>;

/** Reads the files, locks, and only then reads the attempts. */
async function migrate(
  context: CliContext,
  options: RunOptions,
  direction: MigrationAttempt['direction'],
  work: Work,
): Promise<CommandResult> {
  const files = await readMigrationFolder(options.dir);
  const connection = await connectServer(context, options);
  const done = await withMigrationLock(connection, async (token) => {
    const { attempts } = await connection.call(ADMIN_ROUTES.migrations);
    const run: MigrationRun = {
      context,
      connection,
      token,
      isQuiet: isQuiet(options),
      printNote: (lines) => printNote(context, options, lines),
      skipsChanged: options.continue === true,
    };
    return work(run, toMigrationStates(files, attempts), attempts);
  });
  return { command: `migrate ${direction}`, migrations: done.map(({ name, jobs }) => ({ name, jobs })) };
}

interface Direction {
  readonly name: MigrationAttempt['direction'];
  readonly options: RunOptions;
  toSteps(file: MigrationFile): readonly JobSpec[];
}

/** Shows what each step would do to the current data, then asks for confirmation. */
async function confirmSteps(
  run: MigrationRun,
  due: readonly KnownMigration[],
  { name, options, toSteps }: Direction,
): Promise<void> {
  const { context, connection } = run;
  const isUp = name === 'up';
  for (const { id, file } of due) {
    run.printNote([`${toPrintable(id)}: ${toPrintable(file?.name ?? '')}`]);
    for (const spec of file ? toSteps(file) : []) {
      const counts = connection.call(ADMIN_ROUTES.plan, { body: spec, signal: context.interruption });
      // Planning may fail for a step that depends on an earlier one, or that was undone by hand.
      const text = await counts
        .then((plan) => toCountsText(plan.counts))
        .catch((error: unknown) => {
          if (context.interruption.aborted) throw sayNothingWritten(error);
          return toFailure(error).message;
        });
      run.printNote([`  ${toJobTitle(spec)}: ${text}`]);
    }
  }
  await confirm(context, options, {
    what: `${countOf(due.length, 'migration')} will be ${isUp ? 'run' : 'rolled back'}: ${due.map(({ id }) => id).join(', ')}.`,
  });
}

async function runAll(
  run: MigrationRun,
  due: readonly KnownMigration[],
  direction: Direction,
): Promise<readonly MigrationAttempt[]> {
  const done: MigrationAttempt[] = [];
  for (const migration of due) {
    try {
      const attempt = await runOne(run, migration, direction);
      if (attempt) done.push(attempt);
    } catch (error) {
      const failure = toFailure(error);
      const next = `Resume with: ${toMigrateCommand(direction.name, direction.options)}`;
      throw withHint(failure, failure.hint === undefined ? next : `${failure.hint}\n${next}`);
    }
  }
  if (done.length > 0)
    run.printNote([
      `${countOf(done.length, 'migration')} ${direction.name === 'up' ? 'run' : 'rolled back'}.`,
    ]);
  return done;
}

async function runOne(
  run: MigrationRun,
  { file, attempt: last }: KnownMigration,
  { name: direction, toSteps }: Direction,
): Promise<MigrationAttempt | undefined> {
  if (!file) return undefined;
  const { token, connection, context } = run;
  const { aborted, reason } = context.interruption;
  if (aborted) throw toStopped(reason, `before ${file.id}; earlier writes are kept`);
  run.printNote([
    `${direction === 'up' ? 'Running' : 'Rolling back'} ${toPrintable(file.id)}: ${toPrintable(file.name)}`,
  ]);
  const isResumed =
    last?.direction === direction && last.outcome !== 'done' && last.checksum === file.checksum;
  const body = { token, name: file.id, checksum: file.checksum, direction };
  const attempt = isResumed ? last : await connection.call(ADMIN_ROUTES.beginMigration, { body });
  return runAttempt(run, attempt, toSteps(file));
}

/** The `down` steps of the file, or an undo of each job of the last run up, newest first. */
function toDownSteps({ id, down }: MigrationFile, attempts: readonly MigrationAttempt[]): readonly JobSpec[] {
  if (down !== 'undo') return down;
  const up = attempts.findLast(({ name, direction }) => name === id && direction === 'up');
  return (up?.jobs ?? []).toReversed().map((job) => ({ kind: 'undo', job: job.id }) as const);
}

function upTo(migrations: readonly KnownMigration[], to: string | undefined): readonly KnownMigration[] {
  if (to === undefined) return migrations;
  const last = findId(migrations, to);
  return migrations.filter(({ id }) => id <= last);
}

/** Finds a migration by its name, with or without the leading time. @throws Failure `notFound`, `usage` */
function findId(migrations: readonly KnownMigration[], name: string): string {
  const found = migrations.filter(({ id }) => id === name || id.replace(/^[\dT]+-/, '') === name);
  const [only] = found;
  if (!only) throw new Failure(EXIT.notFound, `There is no migration ${toPrintable(name)}.`);
  if (found.length > 1)
    throw new Failure(EXIT.usage, `Several migrations are called ${toPrintable(name)}: include the time.`);
  return only.id;
}
