import { constants, copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { backUp } from './back-up.ts';
import { checkCopy } from './check-copy.ts';
import { lockDataDir } from './lock-data-dir.ts';
import { moveFlushed } from './move-flushed.ts';
import { APPLICATION_ID, MIGRATIONS } from './schema.ts';
import { markEpochEnded } from './data-epoch.ts';

export interface RestoredBackup {
  /** Newest sequence of what was put back. */
  readonly sequence: number;
  /** Where the data are that stood there before; null when there were none. */
  readonly keptAs: string | null;
}

const LOG_ENDINGS = ['-wal', '-shm'] as const;

/**
 * Puts a backup in the place of a data folder's data, which are kept beside it; the next start is another life of the
 * data. Whatever goes wrong before the last step, the data stay as they were.
 * @throws AppError `failed-precondition` when a server holds the folder or the file isn't ours, `data-loss` when it is damaged
 */
export async function restoreBackup(dataDir: string, backup: string, clock: Clock): Promise<RestoredBackup> {
  const release = lockDataDir(dataDir, { pid: process.pid });
  const present = join(dataDir, 'nankeen.sqlite');
  const incoming = join(dataDir, 'nankeen.sqlite.incoming');
  try {
    const sequence = await copyIn(backup, incoming);
    const keptAs = existsSync(present) ? toFreeName(`${present}.before-restore-`, clock.now()) : null;
    if (keptAs !== null) keepBeside(present, keptAs);
    moveFlushed(incoming, present);
    return { sequence, keptAs };
  } finally {
    for (const ending of ['', '.partial', ...LOG_ENDINGS]) rmSync(`${incoming}${ending}`, { force: true });
    release();
  }
}

/** The second of the same second gets a number. */
function toFreeName(start: string, at: number): string {
  const time = `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  for (let number = 1; ; number++) {
    const name = `${start}${time}${number === 1 ? '' : `-${number}`}`;
    if (!existsSync(name)) return name;
  }
}

/** Copies the backup into the folder, checked and marked. @returns its newest sequence */
async function copyIn(backup: string, incoming: string): Promise<number> {
  const source = open(backup);
  try {
    requireOurs(source, backup);
    await backUp(source, incoming);
  } finally {
    source.close();
  }
  const { sequence } = await checkCopy(incoming).catch((cause: unknown) => {
    throw cause instanceof AppError
      ? new AppError('data-loss', `The backup ${backup} is damaged. Nothing was changed.`, { cause })
      : cause;
  });
  markRestored(incoming);
  return sequence;
}

function open(backup: string): Database.Database {
  try {
    return new Database(backup, { readonly: true, fileMustExist: true });
  } catch (cause) {
    throw new AppError('not-found', `There is no backup ${backup} that can be read. Nothing was changed.`, {
      cause,
    });
  }
}

function requireOurs(source: Database.Database, backup: string): void {
  let id: number | undefined;
  try {
    id = Number(source.pragma('application_id', { simple: true }));
  } catch {
    // A file that is no database at all.
  }
  if (id !== APPLICATION_ID) {
    const message = `${backup} is no data file of this shop. Nothing was changed.`;
    throw new AppError('failed-precondition', message);
  }
  if (Number(source.pragma('user_version', { simple: true })) > MIGRATIONS.length + 1) {
    const message = `${backup} was written by a newer Nankeen. Nothing was changed. Update, then restore.`;
    throw new AppError('failed-precondition', message);
  }
}

/** A second name for the present data, with the writes of their log copied into them first. */
function keepBeside(present: string, keptAs: string): void {
  try {
    const database = new Database(present);
    database.pragma('wal_checkpoint(TRUNCATE)');
    database.close();
  } catch {
    // Damaged: it is kept as it is, its log with it.
  }
  try {
    linkSync(present, keptAs);
  } catch {
    // Some disks have no second names.
    copyFileSync(present, keptAs, constants.COPYFILE_EXCL);
  }
  for (const ending of LOG_ENDINGS) {
    if (existsSync(`${present}${ending}`)) renameSync(`${present}${ending}`, `${keptAs}${ending}`);
  }
}

/**
 * Marks a data file as put back from a backup, before a server opens it: the next opening gives it a new epoch, and
 * devices that know more than it does bring that back. Marking twice is the same as once.
 * @throws AppError `failed-precondition` when the file isn't one of ours
 */
export function markRestored(file: string): void {
  const database = new Database(file, { fileMustExist: true });
  try {
    database.pragma('synchronous = FULL');
    if (Number(database.pragma('application_id', { simple: true })) !== APPLICATION_ID) {
      throw new AppError('failed-precondition', `${file} is no data file of this shop. Nothing was changed.`);
    }
    markEpochEnded(database);
    database.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}
