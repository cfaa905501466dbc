import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { countOf, formatCount } from '#cli/io/numbers.ts';
import { findDataFolder, isDatabaseAddress, NO_DATABASE, runServerTask } from '#cli/io/server-process.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { isQuiet, printNote, type CommandResult, type GlobalOptions } from './command-settings.ts';
import { confirm } from './confirm.ts';

export interface RestoreOptions extends GlobalOptions {
  readonly accounts?: boolean;
}

/** Replaces the data, or the accounts, of a data folder or a database with a backup. The server program does the work, as a child process. */
export async function restoreBackup(
  context: CliContext,
  name: string,
  options: RestoreOptions,
): Promise<CommandResult> {
  if (options.db === undefined) {
    throw new Failure(
      EXIT.usage,
      'A backup is restored into a data folder while no server is running on it.',
      {
        hint: `Stop the server, then run: nankeen backup restore ${name} --db FOLDER (by default, the folder is data).`,
      },
    );
  }
  const isDatabase = isDatabaseAddress(options.db);
  if (isDatabase && options.accounts) {
    throw new Failure(EXIT.usage, 'The accounts of a database are restored with its data, if it has none.');
  }
  const { FILES_DIR: files = 'data' } = context.environment;
  const folder = await findDataFolder(isDatabase ? files : options.db);
  const backup = await findBackup(folder, name);
  const part = options.accounts === true ? 'accounts' : 'data';
  const place = isDatabase ? 'the database' : folder;
  await confirm(context, options, { what: `The ${part} in ${place} will be replaced by ${backup}.` });
  const report = await runServerTask(context, {
    args: [part === 'data' ? '--restore' : '--restore-accounts', backup],
    settings: isDatabase ? { DATABASE_URL: options.db } : { ...NO_DATABASE, DATA_DIR: folder },
    isQuiet: isQuiet(options),
    whenLocked:
      'Nothing else may use the folder during a restore: stop that process, then run the same command again.',
  });
  const sequence = Number(report['sequence']);
  const [keptAs, accountsKeptAs] = [report['keptAs'], report['accountsKeptAs']].map((path) =>
    typeof path === 'string' ? path : null,
  );
  const hasRestoredAccounts = report['hasRestoredAccounts'] === true;
  const missingFiles = Array.isArray(report['missingFiles']) ? report['missingFiles'].map(String) : [];
  const kept = part === 'data' ? keptAs : accountsKeptAs;
  printNote(context, options, [
    `Restored ${part === 'data' ? '' : 'the accounts of '}${backup}, with everything up to write ${formatCount(sequence)}.`,
    kept
      ? `The previous ${part} ${part === 'data' ? 'is' : 'are'} kept as ${isDatabase ? 'the schema ' : ''}${kept}; delete it when you no longer need it.`
      : `There ${part === 'data' ? 'was no data' : 'were no accounts'} before.`,
    ...(hasRestoredAccounts ? ['The accounts were restored without sessions: everyone signs in again.'] : []),
    ...toMissingLines(missingFiles),
    ...(part === 'data' ? ['Start the server: devices upload the writes that the backup lacks.'] : []),
  ]);
  return {
    command: 'backup restore',
    restored: backup,
    folder,
    sequence,
    keptAs,
    hasRestoredAccounts,
    accountsKeptAs,
    missingFiles,
  };
}

const MOST_NAMED = 20;

function toMissingLines(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const rest = names.length - MOST_NAMED;
  return [
    `${countOf(names.length, 'stored file is', 'stored files are')} missing. Copy them into the folder files:`,
    ...names.slice(0, MOST_NAMED).map((name) => `  ${name}`),
    ...(rest > 0 ? [`  and ${countOf(rest, 'other')}: --json lists all`] : []),
  ];
}

/** A path, otherwise the name of a backup in the data folder. */
async function findBackup(folder: string, name: string): Promise<string> {
  const kept = join(folder, 'backups', basename(name));
  for (const file of [name, kept]) {
    if ((await stat(file).catch(() => undefined))?.isFile()) return resolve(file);
  }
  throw new Failure(
    EXIT.notFound,
    `There is no backup ${toPrintable(name)}, neither here nor in ${join(folder, 'backups')}.`,
    {
      hint: `List the backups with: nankeen backup list --db ${folder}`,
    },
  );
}
