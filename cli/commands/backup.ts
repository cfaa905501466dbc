import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { addSentence, Failure, toFailure, withHint } from '#cli/failure.ts';
import { toLocalTime } from '#cli/io/local-time.ts';
import { countOf, formatBytes, formatCount } from '#cli/io/numbers.ts';
import { connectServer, connectToRead, type ServerConnection } from '#cli/io/server-connection.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { toTextTable } from '#cli/io/text-table.ts';
import { saveBackup } from '#cli/io/save-backup.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { BackupFacts } from '#shared/api/administration.ts';
import { restoreBackup } from './backup-restore.ts';
import { explain } from './command-help.ts';
import { confirm } from './confirm.ts';
import { printNote, type AddCommand, type CommandResult, type GlobalOptions } from './command-settings.ts';

interface GetOptions extends GlobalOptions {
  readonly output: string;
}

interface CreateOptions extends GlobalOptions {
  readonly output?: string;
}

const RESTORE_NOTES = `
The server must not be running. The backup is checked first; the present data are kept beside it as
nankeen.sqlite.before-restore-…, to be deleted later. The restored data begin a new life: devices
that know more than the backup send it again at their next visit.
accounts.sqlite and secrets.json stay as they are.`;

const NO_BACKUP = 'nankeen-2026-11-21T02-15-00Z.sqlite';

const RESTORE_EXAMPLE = {
  line: `nankeen backup restore ${NO_BACKUP} --db data --yes`,
  exitCode: EXIT.notFound,
};

/** Copies of all data, and putting one back. */
export const addBackupCommand: AddCommand = (program, run, context) => {
  const backup = program
    .command('backup')
    .summary('copy all data, list, fetch and delete the copies, put one back')
    .description(
      'Backups hold documents, history, devices and payments. The server keeps them in the folder backups of its data.',
    );
  const create = backup
    .command('create')
    .summary('make a backup while the server runs')
    .description(
      'Copies the data while they are read and written, and checks every page of the copy. The server keeps it.',
    )
    .option('-o, --output <FILE>', 'write it into this file too')
    .action(async (_local: unknown, command: Command) => {
      run(await createBackup(context, command.optsWithGlobals<CreateOptions>()));
    });
  const list = backup
    .command('list')
    .summary('list the backups the server keeps')
    .description('Lists the backups the server keeps, the newest first.')
    .action(async (_local: unknown, command: Command) => {
      run(await listBackups(context, command.optsWithGlobals<GlobalOptions>()));
    });
  const get = backup
    .command('get')
    .summary('write a backup the server keeps into a file')
    .description('Writes a backup that the server keeps into a file that only you can read.')
    .argument('<BACKUP>', 'name as `backup list` shows it')
    .requiredOption('-o, --output <FILE>', 'file to write')
    .action(async (name: string, _local: unknown, command: Command) => {
      run(await getBackup(context, name, command.optsWithGlobals<GetOptions>()));
    });
  const remove = backup
    .command('delete')
    .summary('delete a backup the server keeps')
    .description('Deletes a backup that the server keeps, to make room. The data stay as they are.')
    .argument('<BACKUP>', 'name as `backup list` shows it')
    .action(async (name: string, _local: unknown, command: Command) => {
      run(await deleteBackup(context, name, command.optsWithGlobals<GlobalOptions>()));
    });
  const restore = backup
    .command('restore')
    .summary('put a backup in the place of the data')
    .description('Puts a backup in the place of the data in the folder that --db names.')
    .argument('<BACKUP>', 'file, or name as `backup list` shows it')
    .action(async (name: string, _local: unknown, command: Command) => {
      run(await restoreBackup(context, name, command.optsWithGlobals<GlobalOptions>()));
    });
  explain(backup, ['nankeen backup create', 'nankeen backup list']);
  explain(create, ['nankeen backup create', 'nankeen backup create -o nankeen-backup.sqlite']);
  explain(list, ['nankeen backup list', 'nankeen backup list --json']);
  explain(get, [{ line: `nankeen backup get ${NO_BACKUP} -o copy.sqlite`, exitCode: EXIT.notFound }]);
  explain(remove, [{ line: `nankeen backup delete ${NO_BACKUP} --yes`, exitCode: EXIT.notFound }]);
  explain(restore, [RESTORE_EXAMPLE], RESTORE_NOTES);
};

async function createBackup(context: CliContext, options: CreateOptions): Promise<CommandResult> {
  const connection = await connectServer(context, options);
  const backup = await connection.call(ADMIN_ROUTES.createBackup);
  const { output } = options;
  if (output !== undefined) {
    const again = connection.toCommand(`backup get ${backup.name} -o FILE`);
    await saveBackup(connection, backup, output).catch((error: unknown) => {
      const failure = addSentence(toFailure(error), `The server keeps the backup as ${backup.name}.`);
      throw withHint(failure, `Fetch it again with: ${again}`);
    });
  }
  printNote(context, options, [
    `${backup.name}: ${formatBytes(backup.bytes)}, everything up to write ${formatCount(backup.sequence ?? 0)}, checked.`,
    ...(output === undefined ? [] : [`Written to ${output}, too.`]),
  ]);
  return { command: 'backup create', ...backup, ...(output === undefined ? {} : { output }) };
}

async function getBackup(context: CliContext, name: string, options: GetOptions): Promise<CommandResult> {
  const connection = await connectToRead(context, options);
  const backup = await findBackup(connection, name);
  await saveBackup(connection, backup, options.output);
  printNote(context, options, [`${name} is written to ${options.output}: ${formatBytes(backup.bytes)}.`]);
  return { command: 'backup get', ...backup, output: options.output };
}

async function deleteBackup(
  context: CliContext,
  name: string,
  options: GlobalOptions,
): Promise<CommandResult> {
  const connection = await connectServer(context, options);
  const { bytes } = await findBackup(connection, name);
  await confirm(context, options, {
    what: `The backup ${name} (${formatBytes(bytes)}) will be deleted for good.`,
  });
  const { backups } = await connection.call(ADMIN_ROUTES.deleteBackup, { params: { name } });
  printNote(context, options, [`${name} is deleted. ${countOf(backups.length, 'backup')} left.`]);
  return { command: 'backup delete', name, backups };
}

async function findBackup(connection: ServerConnection, name: string): Promise<BackupFacts> {
  const { backups } = await connection.call(ADMIN_ROUTES.backups);
  const backup = backups.find((one) => one.name === name);
  if (backup) return backup;
  throw new Failure(EXIT.notFound, `The server keeps no backup ${toPrintable(name)}.`, {
    hint: 'See those it keeps with `nankeen backup list`.',
  });
}

async function listBackups(context: CliContext, options: GlobalOptions): Promise<CommandResult> {
  const connection = await connectToRead(context, options);
  const { backups } = await connection.call(ADMIN_ROUTES.backups);
  if (options.json !== true && backups.length > 0) {
    const lines = toTextTable(
      [
        { title: 'backup' },
        { title: 'time' },
        { title: 'size', isNumber: true },
        { title: 'up to write', isNumber: true },
      ],
      backups.map(({ name, at, bytes, sequence }) => [
        toPrintable(name),
        toLocalTime(at, context.clock),
        formatBytes(bytes),
        sequence === null ? 'unreadable' : formatCount(sequence),
      ]),
    );
    context.terminal.out.write(`${lines.join('\n')}\n`);
  }
  if (backups.length === 0) printNote(context, options, ['There are no backups yet: nankeen backup create']);
  return { command: 'backup list', backups };
}
