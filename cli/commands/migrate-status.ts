import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { createColours } from '#cli/io/colours.ts';
import { toLocalTime } from '#cli/io/local-time.ts';
import { countOf } from '#cli/io/numbers.ts';
import { connectServer, connectToRead } from '#cli/io/server-connection.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { toTextTable } from '#cli/io/text-table.ts';
import { toJobTitle } from '#cli/migration/job-outcome.ts';
import { readMigrationFolder } from '#cli/migration/migration-folder.ts';
import { toMigrateCommand, toNoMigrationsNote } from '#cli/migration/migrate-command.ts';
import {
  requireNoPartialRollback,
  requireUnchanged,
  toMigrationStates,
  type KnownMigration,
} from '#cli/migration/migration-states.ts';
import { findMissingNames } from '#cli/migration/missing-names.ts';
import { toPlanLines } from '#cli/migration/plan-report.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { MigrationAttempt } from '#shared/migration/migration-run.ts';
import { printNote, type CommandResult } from './command-settings.ts';
import { confirm } from './confirm.ts';
import type { MigrateOptions } from './migrate-options.ts';

export interface StatusOptions extends MigrateOptions {
  readonly exitCode?: boolean;
}

const isDue = ({ state }: KnownMigration) => state === 'pending' || state === 'unfinished';

export async function showStatus(context: CliContext, options: StatusOptions): Promise<CommandResult> {
  const files = await readMigrationFolder(options.dir);
  const connection = await connectToRead(context, options);
  const { attempts, lock } = await connection.call(ADMIN_ROUTES.migrations);
  const migrations = toMigrationStates(files, attempts);
  if (options.json !== true && migrations.length > 0) {
    const lines = toTextTable(
      [{ title: 'migration' }, { title: 'state' }, { title: 'run' }, { title: 'by' }, { title: 'jobs' }],
      migrations.map(({ id, state, attempt }) => [
        toPrintable(id),
        toStateText(state, attempt),
        toLocalTime(attempt?.endedAt ?? attempt?.startedAt ?? null, context.clock),
        toPrintable(attempt?.by ?? '–'),
        attempt?.jobs.map((job) => job.id).join(' ') ?? '',
      ]),
    );
    context.terminal.out.write(`${lines.join('\n')}\n`);
  }
  if (migrations.length === 0) printNote(context, options, [toNoMigrationsNote(options)]);
  printNote(
    context,
    options,
    lock
      ? [`Migrations have been locked by ${lock.owner} since ${toLocalTime(lock.takenAt, context.clock)}.`]
      : toStoppedLines(migrations, attempts, options),
  );
  const due = migrations.filter(isDue).length;
  const result = { migrations: migrations.map(({ file: _file, ...one }) => one), lock, due };
  if (options.exitCode === true && due > 0) {
    throw new Failure(EXIT.differences, `${countOf(due, 'migration')} pending.`, { result });
  }
  return { command: 'migrate status', ...result };
}

/** The state, with the direction of an unfinished run. */
function toStateText(state: KnownMigration['state'], attempt: KnownMigration['attempt']): string {
  if (state === 'unfinished') return `unfinished (${attempt?.direction ?? ''})`;
  return state === 'pending' && attempt ? 'rolled back' : state;
}

/** Runs that stopped, the reason, and the command to resume. */
function toStoppedLines(
  migrations: readonly KnownMigration[],
  attempts: readonly MigrationAttempt[],
  options: StatusOptions,
): string[] {
  const newest = new Map(attempts.map((attempt) => [attempt.name, attempt]));
  const stopped = [...newest.values()].filter(({ outcome }) => outcome !== 'done');
  const half = migrations.find(({ state }) => state === 'unfinished')?.attempt;
  return [
    ...stopped.map(
      ({ name, direction, message }) =>
        `${name} stopped while running ${direction}: ${message ?? 'the command or the server stopped.'}`,
    ),
    ...(half ? [`Resume with: ${toMigrateCommand(half.direction, options)}`] : []),
  ];
}

/** Plans each step against the current data: nothing is written, so no step sees the result of an earlier one. */
export async function planMigrations(context: CliContext, options: MigrateOptions): Promise<CommandResult> {
  const files = await readMigrationFolder(options.dir);
  const connection = await connectToRead(context, options);
  const { attempts } = await connection.call(ADMIN_ROUTES.migrations);
  const migrations = toMigrationStates(files, attempts);
  requireUnchanged(migrations);
  requireNoPartialRollback(migrations, options);
  const due = migrations.filter(isDue);
  const { out, outHasColours } = context.terminal;
  const colours = createColours(outHasColours);
  const planned: object[] = [];
  for (const { id, file } of due) {
    if (options.json !== true) out.write(`${toPrintable(id)}: ${toPrintable(file?.name ?? '')}\n`);
    if (file?.up.length === 0 && options.json !== true) out.write('  no steps yet\n');
    for (const spec of file?.up ?? []) {
      const plan = await connection.call(ADMIN_ROUTES.plan, { body: spec });
      planned.push({ migration: id, spec, plan });
      if (options.json === true) continue;
      const title = toJobTitle(spec);
      const missing = await findMissingNames(connection, plan, spec);
      const lines = toPlanLines({ plan, title, missing, samples: 0, listsProblems: true, colours });
      out.write(`${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n${lines.length > 1 ? '\n' : ''}`);
    }
  }
  if (due.length === 0)
    printNote(context, options, [
      files.length === 0 ? toNoMigrationsNote(options) : 'No migrations are pending.',
    ]);
  return { command: 'migrate plan', steps: planned };
}

export async function unlockMigrations(context: CliContext, options: MigrateOptions): Promise<CommandResult> {
  const connection = await connectServer(context, options);
  const { lock } = await connection.call(ADMIN_ROUTES.migrations);
  if (!lock) {
    printNote(context, options, ['Migrations are not locked.']);
    return { command: 'migrate unlock', unlocked: null };
  }
  await confirm(context, options, {
    what: `Migrations are locked by ${lock.owner}. If that command is still running, it stops before its next step.`,
  });
  await connection.call(ADMIN_ROUTES.unlockMigrations, { body: {} });
  printNote(context, options, [
    `Released the lock of ${lock.owner}. A job that it started keeps running; \`nankeen jobs\` shows it.`,
  ]);
  return { command: 'migrate unlock', unlocked: lock };
}
