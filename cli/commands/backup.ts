import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { toLocalTime } from '#cli/io/local-time.ts';
import { formatBytes, formatCount } from '#cli/io/numbers.ts';
import { connectServer, connectToRead } from '#cli/io/server-connection.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { toTextTable } from '#cli/io/text-table.ts';
import { saveBackup } from '#cli/io/save-backup.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import { restoreBackup } from './backup-restore.ts';
import { explain } from './command-help.ts';
import { tell, type AddCommand, type CommandResult, type GlobalOptions } from './command-settings.ts';

interface CreateOptions extends GlobalOptions {
  readonly output?: string;
}

const RESTORE_NOTES = `
The server must not be running. The backup is checked first; the present data are kept beside it as
nankeen.sqlite.before-restore-…, to be deleted later. The restored data begin a new life: devices
that know more than the backup send it again at their next visit.
accounts.sqlite and secrets.json stay as they are.`;

const RESTORE_EXAMPLE = {
  line: 'nankeen backup restore nankeen-2026-11-21T02-15-00Z.sqlite --db data --yes',
  exitCode: EXIT.notFound,
};

/** Copies of all data, and putting one back. */
export const addBackupCommand: AddCommand = (program, run, context) => {
  const backup = program
    .command('backup')
    .summary('copy all data, list the copies, put one back')
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
  explain(restore, [RESTORE_EXAMPLE], RESTORE_NOTES);
};

async function createBackup(context: CliContext, options: CreateOptions): Promise<CommandResult> {
  const connection = await connectServer(context, options);
  const backup = await connection.call(ADMIN_ROUTES.createBackup);
  const { output } = options;
  if (output !== undefined) await saveBackup(connection, backup, output);
  tell(context, options, [
    `${backup.name}: ${formatBytes(backup.bytes)}, everything up to write ${formatCount(backup.sequence ?? 0)}, checked.`,
    ...(output === undefined ? [] : [`Written to ${output}, too.`]),
  ]);
  return { command: 'backup create', ...backup, ...(output === undefined ? {} : { output }) };
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
  if (backups.length === 0) tell(context, options, ['There are no backups yet: nankeen backup create']);
  return { command: 'backup list', backups };
}
