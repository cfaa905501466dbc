import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toFailure, withHint } from '#cli/failure.ts';
import { formatCount } from '#cli/io/numbers.ts';
import { findDataFolder, readJsonLine, spawnServer } from '#cli/io/server-process.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { printNote, type CommandResult, type GlobalOptions } from './command-settings.ts';
import { confirm } from './confirm.ts';

/** Puts a backup in the place of a data folder's data: the server's own program does it, as a process. */
export async function restoreBackup(
  context: CliContext,
  name: string,
  options: GlobalOptions,
): Promise<CommandResult> {
  if (options.db === undefined) {
    throw new Failure(
      EXIT.usage,
      'A backup is put back into a data folder while its server is not running.',
      {
        hint: `End the server, then: nankeen backup restore ${name} --db FOLDER (by default the folder is data).`,
      },
    );
  }
  const folder = await findDataFolder(options.db);
  const backup = await findBackup(folder, name);
  await confirm(context, options, { what: `The data in ${folder} will be replaced by ${backup}.` });
  const child = spawnServer({
    entry: context.serverEntry,
    args: ['--restore', backup],
    environment: { ...context.environment, DATA_DIR: folder },
  });
  const closed = once(child, 'close');
  const answer = await readJsonLine(child).catch((error: unknown) => {
    const failure = toFailure(error);
    if (failure.exitCode !== EXIT.locked) throw failure;
    throw withHint(
      failure,
      'A backup is put back while nothing else uses the folder: end it, then run the same command again.',
    );
  });
  await closed;
  const sequence = Number(answer['sequence']);
  const keptAs = typeof answer['keptAs'] === 'string' ? answer['keptAs'] : null;
  printNote(context, options, [
    `${backup} is in its place now, with everything up to write ${formatCount(sequence)}.`,
    keptAs === null
      ? 'There were no data before.'
      : `What was there before is kept as ${keptAs}; delete it later.`,
    'Start the server: devices that know more than the backup send it again.',
  ]);
  return { command: 'backup restore', restored: backup, folder, sequence, keptAs };
}

/** A file as it is named, otherwise one that the server keeps. */
async function findBackup(folder: string, name: string): Promise<string> {
  const kept = join(folder, 'backups', basename(name));
  for (const file of [name, kept]) {
    if ((await stat(file).catch(() => undefined))?.isFile()) return resolve(file);
  }
  throw new Failure(
    EXIT.notFound,
    `There is no backup ${toPrintable(name)}, here or in ${join(folder, 'backups')}.`,
    {
      hint: `nankeen backup list --db ${folder} shows those that are kept.`,
    },
  );
}
