import type { Command } from 'commander';
import { EXIT } from '#cli/exit-codes.ts';
import { explain } from './command-help.ts';
import type { AddCommand, CommandResult } from './command-settings.ts';
import type { MigrateOptions } from './migrate-options.ts';
import { createMigration, type CreateOptions } from './migrate-create.ts';
import { migrateDown, migrateUp, type RunOptions } from './migrate-run.ts';
import { planMigrations, showStatus, unlockMigrations, type StatusOptions } from './migrate-status.ts';
import type { CliContext } from '#cli/context.ts';

const FILE_NOTES = `
A migration is a file in the folder migrations (or --dir), for example:
  { "name": "Prices are amounts",
    "up": [{ "kind": "rename", "collection": "archive",
             "rename": { "rules": [{ "kind": "map", "from": "price", "to": "amount" }] } }],
    "down": "undo" }
Migrations run in the order of their file names. Steps are copies and renames; each runs
as a job on the server. "down" is a list of steps, or "undo", which undoes the jobs of "up".
A module (.mjs, or .ts with Node 22.18 or newer) exports the same fields. Do not change a
file after it was run: the server keeps its checksum.`;

const RUN_NOTES = `
The command first shows what each step would do to the current data and asks for
confirmation (--yes confirms). \`nankeen migrate plan\` shows more detail and writes nothing.
Only one command at a time can run migrations: another one exits with 8 and names the owner
of the lock. To resume an interrupted run, run the command again. The lock of a killed
command expires after a minute; \`nankeen migrate unlock\` releases it earlier. Ctrl-C stops
the run after the current batch and releases the lock. Finish a partial rollback with
\`nankeen migrate down\` before you run migrations up again.

Exit codes: 0 done, 2 confirmation needed, or TypeScript that this Node can't load, 3 no such
folder or migration, 4 invalid file, 5 a file has changed since it was run, or documents
would be rejected, 8 locked, 130 interrupted.`;

/** Adds `migrate` and its subcommands. */
export const addMigrateCommand: AddCommand = (program, run, context) => {
  const migrate = program
    .command('migrate')
    .summary('run data migrations from files')
    .description('Runs migrations: files of copies and renames, each of which runs once per store.')
    .option('--dir <FOLDER>', 'folder of the migrations (default: migrations)');
  explain(migrate, ['nankeen migrate create "prices are amounts"'], FILE_NOTES);
  const add = <Options extends MigrateOptions>(
    name: string,
    [summary, description]: readonly [string, string],
    act: (context: CliContext, options: Options) => Promise<CommandResult>,
  ) =>
    migrate
      .command(name)
      .summary(summary)
      .description(description)
      .action(async (_local: unknown, self: Command) => {
        run(await act(context, self.optsWithGlobals<Options>()));
      });

  const create = migrate
    .command('create')
    .summary('create an empty migration')
    .description('Creates a migration file, named after the current time and NAME, and prints its path.')
    .argument('<NAME>', 'short description of the migration')
    .option('--module', 'create a JavaScript module instead of JSON')
    .action(async (name: string, _local: unknown, self: Command) => {
      run(await createMigration(context, name, self.optsWithGlobals<CreateOptions>()));
    });
  explain(
    create,
    ['nankeen migrate create "prices are amounts"', 'nankeen migrate create archive --module'],
    FILE_NOTES,
  );

  const status = add<StatusOptions>(
    'status',
    [
      'list the migrations and their state',
      'Lists the migrations with their state, when they were run and by whom.',
    ],
    showStatus,
  ).option('--exit-code', 'exit with 9 when migrations are pending');
  explain(status, [
    'nankeen migrate status',
    { line: 'nankeen migrate status --dir no-such-folder', exitCode: EXIT.notFound },
  ]);

  const plan = add<MigrateOptions>(
    'plan',
    [
      'show what `migrate up` would do',
      'Shows what the steps of the pending migrations would do to the current data.',
    ],
    planMigrations,
  );
  explain(plan, ['nankeen migrate plan', 'nankeen migrate plan --json']);

  const up = add<RunOptions>(
    'up',
    ['run the pending migrations', 'Runs the pending migrations, in the order of their names.'],
    migrateUp,
  ).option('--to <NAME>', 'run up to and including this migration');
  explain(up, ['nankeen migrate up --yes'], RUN_NOTES);

  const down = add<RunOptions>(
    'down',
    ['roll back the newest migration', 'Rolls back the newest migration that was run.'],
    migrateDown,
  )
    .option('--to <NAME>', 'roll back all migrations after this one')
    .option('--continue', 'skip documents that changed since, and list them');
  explain(down, ['nankeen migrate down --yes'], RUN_NOTES);

  const unlock = add<MigrateOptions>(
    'unlock',
    [
      'release the lock of a killed run',
      'Releases the migration lock of a command that was killed. The lock also expires after a minute.',
    ],
    unlockMigrations,
  );
  explain(unlock, ['nankeen migrate unlock --yes']);
};
