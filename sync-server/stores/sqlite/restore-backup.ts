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
  /** Newest sequence of the restored data. */
  readonly sequence: number;
  /** Path of the data that was replaced; null if there was none. */
  readonly keptAs: string | null;
}

const LOG_ENDINGS = ['-wal', '-shm'] as const;

/**
 * Replaces a data folder's data with a backup and keeps the old data beside it; the next start begins a new epoch. On
 * any failure before the last step the data stays unchanged.
 * @throws AppError `failed-precondition` when the folder is locked or the file is not ours, `data-loss` when it is
 *   damaged
 */
export async function restoreBackup(dataDir: string, backup: string, clock: Clock): Promise<RestoredBackup> {
  const release = lockDataDir(dataDir, { pid: process.pid });
  const current = join(dataDir, 'nankeen.sqlite');
  const incoming = join(dataDir, 'nankeen.sqlite.incoming');
  try {
    const sequence = await copyIn(backup, incoming);
    const keptAs = existsSync(current) ? toFreeName(`${current}.before-restore-`, clock.now()) : null;
    if (keptAs !== null) keepOldData(current, keptAs);
    moveFlushed(incoming, current);
    return { sequence, keptAs };
  } finally {
    for (const ending of ['', '.partial', ...LOG_ENDINGS]) rmSync(`${incoming}${ending}`, { force: true });
    release();
  }
}

/** A second restore within the same second gets a number. */
function toFreeName(start: string, at: number): string {
  const time = `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  for (let number = 1; ; number++) {
    const name = `${start}${time}${number === 1 ? '' : `-${number}`}`;
    if (!existsSync(name)) return name;
  }
}

/** Copies the backup into the folder, checks and marks it. @returns its newest sequence */
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
    // Not a database.
  }
  if (id !== APPLICATION_ID) {
    const message = `${backup} is not a data file of this store. Nothing was changed.`;
    throw new AppError('failed-precondition', message);
  }
  if (Number(source.pragma('user_version', { simple: true })) > MIGRATIONS.length + 1) {
    const message = `${backup} was written by a newer Nankeen. Nothing was changed. Update, then restore.`;
    throw new AppError('failed-precondition', message);
  }
}

/** Hard-links the current data to another name after copying its log into it. */
function keepOldData(current: string, keptAs: string): void {
  try {
    const database = new Database(current);
    database.pragma('wal_checkpoint(TRUNCATE)');
    database.close();
  } catch {
    // Damaged: keep it unchanged, with its log.
  }
  try {
    linkSync(current, keptAs);
  } catch {
    // Some file systems have no hard links.
    copyFileSync(current, keptAs, constants.COPYFILE_EXCL);
  }
  for (const ending of LOG_ENDINGS) {
    if (existsSync(`${current}${ending}`)) renameSync(`${current}${ending}`, `${keptAs}${ending}`);
  }
}

/**
 * Marks a data file as restored, before a server opens it: the next opening begins a new epoch, and devices push again
 * what the file lacks. Idempotent.
 * @throws AppError `failed-precondition` when the file is not ours
 */
export function markRestored(file: string): void {
  const database = new Database(file, { fileMustExist: true });
  try {
    database.pragma('synchronous = FULL');
    if (Number(database.pragma('application_id', { simple: true })) !== APPLICATION_ID) {
      throw new AppError(
        'failed-precondition',
        `${file} is not a data file of this store. Nothing was changed.`,
      );
    }
    markEpochEnded(database);
    database.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}
