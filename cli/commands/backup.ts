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
import { restoreBackup, type RestoreOptions } from './backup-restore.ts';
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
The server must not be running. The backup is checked first. The current data is kept in the
folder as nankeen.sqlite.before-restore-…; delete it when you no longer need it. The restored
data starts a new epoch: devices upload the writes that the backup lacks when they next
connect. An interrupted restore changes nothing.

The accounts in the backup are restored only if the folder has no accounts.sqlite: existing
accounts are newer. With --accounts only the accounts are restored, for a damaged or lost
accounts.sqlite; passwords changed and staff grants revoked since the backup are undone.
Everyone signs in again. secrets.json is not in the backup and not changed.

With --db postgres://… the data in the database is replaced, while no node is running. The
earlier tables are kept in the schema nankeen_before_…. FILES_DIR names the folder of the files
and backups.

Pictures and documents are not in the backup either: the names of missing ones are printed.
Copy them into the folder files of the data folder before the server starts.`;

const SAMPLE_NAME = 'nankeen-2026-11-21T02-15-00Z.sqlite';

const RESTORE_EXAMPLE = {
  line: `nankeen backup restore ${SAMPLE_NAME} --db data --yes`,
  exitCode: EXIT.notFound,
};

/** Adds `backup` and its subcommands. */
export const addBackupCommand: AddCommand = (program, run, context) => {
  const backup = program
    .command('backup')
    .summary('create, list, download, delete and restore backups of all data')
    .description(
      'A backup contains documents, history, devices, payments and accounts, but no sessions. The server keeps backups in the folder backups of its data folder; with BACKUP_EVERY it creates them on a schedule.',
    );
  const create = backup
    .command('create')
    .summary('create a backup while the server is running')
    .description(
      'Copies the data while the server keeps reading and writing, and checks every page of the copy. The backup stays on the server.',
    )
    .option('-o, --output <FILE>', 'also save the backup to this file')
    .action(async (_local: unknown, command: Command) => {
      run(await createBackup(context, command.optsWithGlobals<CreateOptions>()));
    });
  const list = backup
    .command('list')
    .summary('list the backups on the server')
    .description('Lists the backups on the server, newest first.')
    .action(async (_local: unknown, command: Command) => {
      run(await listBackups(context, command.optsWithGlobals<GlobalOptions>()));
    });
  const get = backup
    .command('get')
    .summary('download a backup to a file')
    .description('Downloads a backup from the server to a file that only you can read.')
    .argument('<BACKUP>', 'name from `backup list`')
    .requiredOption('-o, --output <FILE>', 'file to write')
    .action(async (name: string, _local: unknown, command: Command) => {
      run(await getBackup(context, name, command.optsWithGlobals<GetOptions>()));
    });
  const files = backup
    .command('files')
    .summary('list the stored files that belong to a backup')
    .description(
      'Lists the pictures and documents of a backup’s data, one name a line. A backup does not contain them: copy them from the folder files in the data folder.',
    )
    .argument('<BACKUP>', 'name from `backup list`')
    .action(async (name: string, _local: unknown, command: Command) => {
      run(await listBackupFiles(context, name, command.optsWithGlobals<GlobalOptions>()));
    });
  const remove = backup
    .command('delete')
    .summary('delete a backup on the server')
    .description('Deletes a backup on the server to free disk space. The data is not changed.')
    .argument('<BACKUP>', 'name from `backup list`')
    .action(async (name: string, _local: unknown, command: Command) => {
      run(await deleteBackup(context, name, command.optsWithGlobals<GlobalOptions>()));
    });
  const restore = backup
    .command('restore')
    .summary('replace the data with a backup')
    .description('Replaces the data in the folder, or the database, that --db names with a backup.')
    .argument('<BACKUP>', 'file, or name from `backup list`')
    .option('--accounts', 'restore the accounts instead of the data')
    .action(async (name: string, _local: unknown, command: Command) => {
      run(await restoreBackup(context, name, command.optsWithGlobals<RestoreOptions>()));
    });
  explain(backup, ['nankeen backup create', 'nankeen backup list']);
  explain(create, ['nankeen backup create', 'nankeen backup create -o nankeen-backup.sqlite']);
  explain(list, ['nankeen backup list', 'nankeen backup list --json']);
  explain(get, [{ line: `nankeen backup get ${SAMPLE_NAME} -o copy.sqlite`, exitCode: EXIT.notFound }]);
  explain(files, [{ line: `nankeen backup files ${SAMPLE_NAME}`, exitCode: EXIT.notFound }]);
  explain(remove, [{ line: `nankeen backup delete ${SAMPLE_NAME} --yes`, exitCode: EXIT.notFound }]);
  explain(restore, [RESTORE_EXAMPLE], RESTORE_NOTES);
};

async function createBackup(context: CliContext, options: CreateOptions): Promise<CommandResult> {
  const connection = await connectServer(context, options);
  const backup = await connection.call(ADMIN_ROUTES.createBackup);
  const { output } = options;
  if (output !== undefined) {
    const again = connection.toCommand(`backup get ${backup.name} -o FILE`);
    await saveBackup(connection, backup, output).catch((error: unknown) => {
      const failure = addSentence(toFailure(error), `The backup is on the server as ${backup.name}.`);
      throw withHint(failure, `Download it again with: ${again}`);
    });
  }
  printNote(context, options, [
    `${backup.name}: ${formatBytes(backup.bytes)}, everything up to write ${formatCount(backup.sequence ?? 0)}, checked.`,
    ...(output === undefined ? [] : [`Also saved to ${output}.`]),
  ]);
  return { command: 'backup create', ...backup, ...(output === undefined ? {} : { output }) };
}

async function getBackup(context: CliContext, name: string, options: GetOptions): Promise<CommandResult> {
  const connection = await connectToRead(context, options);
  const backup = await findBackup(connection, name);
  await saveBackup(connection, backup, options.output);
  printNote(context, options, [`Saved ${name} to ${options.output}: ${formatBytes(backup.bytes)}.`]);
  return { command: 'backup get', ...backup, output: options.output };
}

async function listBackupFiles(
  context: CliContext,
  name: string,
  options: GlobalOptions,
): Promise<CommandResult> {
  const connection = await connectToRead(context, options);
  await findBackup(connection, name);
  const { files } = await connection.call(ADMIN_ROUTES.backupFiles, { params: { name } });
  if (options.json !== true) for (const file of files) context.terminal.out.write(`${toPrintable(file)}\n`);
  printNote(context, options, [`${countOf(files.length, 'file')} in the folder files of the data folder.`]);
  return { command: 'backup files', name, files };
}

async function deleteBackup(
  context: CliContext,
  name: string,
  options: GlobalOptions,
): Promise<CommandResult> {
  const connection = await connectServer(context, options);
  const { bytes } = await findBackup(connection, name);
  await confirm(context, options, {
    what: `The backup ${name} (${formatBytes(bytes)}) will be deleted permanently.`,
  });
  const { backups } = await connection.call(ADMIN_ROUTES.deleteBackup, { params: { name } });
  printNote(context, options, [`Deleted ${name}. ${countOf(backups.length, 'backup')} left.`]);
  return { command: 'backup delete', name, backups };
}

async function findBackup(connection: ServerConnection, name: string): Promise<BackupFacts> {
  const { backups } = await connection.call(ADMIN_ROUTES.backups);
  const backup = backups.find((one) => one.name === name);
  if (backup) return backup;
  throw new Failure(EXIT.notFound, `There is no backup ${toPrintable(name)} on the server.`, {
    hint: 'List the backups with `nankeen backup list`.',
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
  if (backups.length === 0)
    printNote(context, options, ['There are no backups yet. Create one with: nankeen backup create']);
  return { command: 'backup list', backups };
}
