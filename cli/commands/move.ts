import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { hidePassword } from '#cli/io/hide-password.ts';
import { formatCount } from '#cli/io/numbers.ts';
import { findDataFolder, isDatabaseAddress, runServerTask } from '#cli/io/server-process.ts';
import { explain } from './command-help.ts';
import {
  isQuiet,
  printNote,
  type AddCommand,
  type CommandResult,
  type GlobalOptions,
} from './command-settings.ts';
import { confirm } from './confirm.ts';

interface MoveOptions extends GlobalOptions {
  readonly from: string;
  readonly to: string;
  readonly dryRun?: boolean;
}

const NOTES = `
Stop the server, or all nodes, first. Everything is copied in one transaction each for the data
and the accounts, compared, and only then counts as moved: documents, history, devices,
payments, mails, jobs and accounts, with their numbers, so no device pulls again what it has.
Everyone signs in again. An interrupted move takes back what it has done.

The source stays as it is. A server that is started on it again begins a new epoch: devices then
upload what it lacks.

DATABASE_SCHEMA names the schema. FILES_DIR names the folder of pictures and documents, which is
not copied; by default it is the folder that is moved.`;

/** Adds `move`. */
export const addMoveCommand: AddCommand = (program, run, context) => {
  const move = program
    .command('move')
    .summary('move all data from a data folder to PostgreSQL, or back')
    .description('Moves all data of a shop between a data folder and a PostgreSQL database.')
    .requiredOption('--from <PLACE>', 'data folder, or address of a database such as postgres://host/shop')
    .requiredOption('--to <PLACE>', 'the other one; it must not contain data')
    .option('--dry-run', 'show how much would be moved, and change nothing')
    .action(async (_local: unknown, command: Command) => {
      run(await moveData(context, command.optsWithGlobals<MoveOptions>()));
    });
  explain(
    move,
    [{ line: 'nankeen move --from data --to postgres://127.0.0.1:1/shop --yes', exitCode: EXIT.notFound }],
    NOTES,
  );
};

async function moveData(context: CliContext, options: MoveOptions): Promise<CommandResult> {
  const { from, to, dryRun: isDryRun = false } = options;
  const isToDatabase = isDatabaseAddress(to);
  if (isToDatabase === isDatabaseAddress(from)) {
    throw new Failure(EXIT.usage, 'One of --from and --to is a data folder, the other one a database.', {
      hint: 'For example: nankeen move --from data --to postgres://user@host/shop',
    });
  }
  const folder = isToDatabase ? await findDataFolder(from) : resolve(to);
  const database = isToDatabase ? to : from;
  const [shownFrom, shownTo] = [hidePassword(from), hidePassword(to)];
  if (!isDryRun)
    await confirm(context, options, { what: `All data in ${shownFrom} will be copied to ${shownTo}.` });
  const report = await runServerTask(context, {
    args: ['--move', isToDatabase ? 'database' : 'folder', ...(isDryRun ? ['--dry-run'] : [])],
    settings: { DATA_DIR: folder, DATABASE_URL: database },
    isQuiet: isQuiet(options),
    whenLocked: 'Stop that process, then run the same command again.',
  });
  const [documents, entries] = [Number(report['documents']), Number(report['entries'])];
  const amount = `${formatCount(documents)} documents with ${formatCount(entries)} entries of history`;
  const start = isToDatabase
    ? 'Start each node with this DATABASE_URL, and with FILES_DIR for the folder of pictures and documents.'
    : `Start the server on ${folder}, without DATABASE_URL.`;
  printNote(
    context,
    options,
    isDryRun
      ? [`Would move ${amount}. Nothing was changed.`]
      : [`Moved ${amount}, compared on both sides.`, start],
  );
  const amounts = { documents, entries, sequence: Number(report['sequence']) };
  return { command: 'move', from: shownFrom, to: shownTo, isDryRun, ...amounts };
}
