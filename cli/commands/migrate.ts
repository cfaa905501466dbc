import type { Command } from 'commander';
import { EXIT } from '#cli/exit-codes.ts';
import { explain } from './command-help.ts';
import type { AddCommand, CommandResult, GlobalOptions } from './command-settings.ts';
import { createMigration, type CreateOptions } from './migrate-create.ts';
import { migrateDown, migrateUp, type RunOptions } from './migrate-run.ts';
import { planMigrations, showStatus, unlockMigrations, type StatusOptions } from './migrate-status.ts';
import type { CliContext } from '#cli/context.ts';

export interface MigrateOptions extends GlobalOptions {
  /** `migrations` unless named. */
  readonly dir?: string;
}

const FILE_NOTES = `
A migration is a file in the folder migrations (--dir), in the order of the names:
  { "name": "Prices are amounts",
    "up": [{ "kind": "rename", "collection": "archive",
             "rename": { "rules": [{ "kind": "map", "from": "price", "to": "amount" }] } }],
    "down": "undo" }
Steps are copies and renames, each a job on the server. "down" is a list of steps, or
"undo", which takes back what the jobs wrote. A module (.mjs, or .ts from Node 22.18 on)
exports the same. A file that was run must not change any more: its checksum is kept.`;

const RUN_NOTES = `
What each step would do to the data as they are now is shown first and asked about (--yes
agrees); \`nankeen migrate plan\` shows more of it and writes nothing.
One command at a time runs migrations: another one ends with 8 and names whose turn it is.
A run that was broken off goes on where it was when the command is run again; its lock
ends after a minute, or with \`nankeen migrate unlock\`. Ctrl-C ends it after a batch and
frees the lock. What is half taken back goes on with \`nankeen migrate down\` before
anything is run up again.

Exit codes: 0 done, 2 nobody to ask, or TypeScript that this Node can't load, 3 no folder, 4 a file is
wrong, 5 a file has changed since it was run, or documents would be rejected, 8 locked,
130 interrupted.`;

/** Changes of the data as files beside the code, run once on each store. */
export const addMigrateCommand: AddCommand = (program, run, context) => {
  const migrate = program
    .command('migrate')
    .summary('run changes of the data that are kept as files')
    .description('Runs migrations: files with copies and renames, each of which is run once on a store.')
    .option('--dir <FOLDER>', 'folder of the migrations (otherwise migrations)');
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
    .summary('make an empty migration')
    .description('Makes a file for a migration, named by the time and NAME, and prints its path.')
    .argument('<NAME>', 'what it does, in a few words')
    .option('--module', 'a JavaScript module instead of JSON')
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
      'list the migrations and which were run',
      'Lists the migrations, which of them were run, when and by whom.',
    ],
    showStatus,
  ).option('--exit-code', 'end with 9 when something has to be run');
  explain(status, [
    'nankeen migrate status',
    { line: 'nankeen migrate status --dir no-such-folder', exitCode: EXIT.notFound },
  ]);

  const plan = add<MigrateOptions>(
    'plan',
    [
      'show what `migrate up` would do',
      'Shows what the steps of the pending migrations would do to the data as they are now.',
    ],
    planMigrations,
  );
  explain(plan, ['nankeen migrate plan', 'nankeen migrate plan --json']);

  const up = add<RunOptions>(
    'up',
    ['run the pending migrations', 'Runs the migrations that were not run yet, in the order of their names.'],
    migrateUp,
  ).option('--to <NAME>', 'up to and with this one');
  explain(up, ['nankeen migrate up --yes'], RUN_NOTES);

  const down = add<RunOptions>(
    'down',
    ['take the newest migration back', 'Runs the way back of the newest migration that was run.'],
    migrateDown,
  )
    .option('--to <NAME>', 'of all after this one')
    .option('--continue', 'leave documents as they are that were changed since, and list them');
  explain(down, ['nankeen migrate down --yes'], RUN_NOTES);

  const unlock = add<MigrateOptions>(
    'unlock',
    [
      'free the lock of a run that is gone',
      'Frees the lock of migrations, for when the command that held it was killed. It ends by itself after a minute.',
    ],
    unlockMigrations,
  );
  explain(unlock, ['nankeen migrate unlock --yes']);
};
