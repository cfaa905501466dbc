import { constants, copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { backUp } from './back-up.ts';
import { checkCopy } from './check-copy.ts';
import { takeAccounts } from './copied-accounts.ts';
import { readStoredNames } from './file-tables.ts';
import { lockDataDir } from './lock-data-dir.ts';
import { moveFlushed } from './move-flushed.ts';
import { APPLICATION_ID, MIGRATIONS } from './schema.ts';
import { markEpochEnded } from './data-epoch.ts';

export interface RestoredBackup {
  /** Newest sequence of the backup's data. */
  readonly sequence: number;
  /** Path of the data that was replaced; null if there was none, or if the data was not restored. */
  readonly keptAs: string | null;
  readonly hasRestoredAccounts: boolean;
  /** Path of the accounts that were replaced; null if there were none, or if they were not restored. */
  readonly accountsKeptAs: string | null;
  /** Names of stored files that the restored data have and the folder lacks. */
  readonly missingFiles: readonly string[];
}

export interface RestoreOptions {
  /**
   * `data` restores the accounts too if the folder has none: existing accounts are newer than the backup, which would
   * bring back old passwords and revoked grants. `accounts` restores only the accounts.
   */
  readonly part: 'data' | 'accounts';
  readonly clock: Clock;
  readonly interruption?: AbortSignal;
  /** Folder with the folder of stored files: the data folder by default. */
  readonly filesDir?: string;
}

const LOG_ENDINGS = ['-wal', '-shm'] as const;

/**
 * Replaces a data folder's data or accounts with those of a backup and keeps the old file beside it; the next start
 * begins a new epoch of the data. On any failure or interruption before the last step the data stays unchanged.
 * @throws AppError `failed-precondition` when the folder is locked, the file is not ours or has no accounts to restore,
 *   `data-loss` when it is damaged
 */
export async function restoreBackup(
  dataDir: string,
  backup: string,
  { part, clock, interruption, filesDir = dataDir }: RestoreOptions,
): Promise<RestoredBackup> {
  const release = lockDataDir(dataDir, { pid: process.pid });
  const [data, accounts] = [join(dataDir, 'nankeen.sqlite'), join(dataDir, 'accounts.sqlite')];
  const [newData, newAccounts] = [`${data}.incoming`, `${accounts}.incoming`];
  try {
    const sequence = await copyIn(backup, newData, interruption);
    interruption?.throwIfAborted();
    const wantsAccounts = part === 'accounts' || !existsSync(accounts);
    const hasAccounts = takeAccounts(newData, wantsAccounts ? newAccounts : undefined);
    if (part === 'accounts' && !hasAccounts) throw withoutAccounts(backup);
    const hasRestoredAccounts = wantsAccounts && hasAccounts;
    // First the accounts: a restore that ends here, by a power cut, can be repeated.
    const accountsKeptAs = hasRestoredAccounts ? replace(accounts, newAccounts, clock) : null;
    markRestored(newData);
    const names = part === 'data' ? readStoredNames(newData) : [];
    const missingFiles = names.filter((name) => !existsSync(join(filesDir, 'files', name)));
    const keptAs = part === 'data' ? replace(data, newData, clock) : null;
    return { sequence, keptAs, hasRestoredAccounts, accountsKeptAs, missingFiles };
  } finally {
    for (const file of [newData, newAccounts])
      for (const ending of ['', '.partial', ...LOG_ENDINGS]) rmSync(`${file}${ending}`, { force: true });
    release();
  }
}

/** Puts a new file in the place of the current one, in one step. @returns path of the old file, null if there was none */
function replace(current: string, incoming: string, clock: Clock): string | null {
  const keptAs = existsSync(current) ? toFreeName(`${current}.before-restore-`, clock.now()) : null;
  if (keptAs !== null) keepOldData(current, keptAs);
  // A log without its file would be applied to the new one.
  for (const ending of LOG_ENDINGS) rmSync(`${current}${ending}`, { force: true });
  moveFlushed(incoming, current);
  return keptAs;
}

/** A second restore within the same second gets a number. */
function toFreeName(start: string, at: number): string {
  const time = `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  for (let number = 1; ; number++) {
    const name = `${start}${time}${number === 1 ? '' : `-${number}`}`;
    if (!existsSync(name)) return name;
  }
}

/** Copies the backup into the folder and checks it. @returns its newest sequence */
async function copyIn(
  backup: string,
  incoming: string,
  interruption: AbortSignal | undefined,
): Promise<number> {
  const source = open(backup);
  try {
    requireOurs(source, backup);
    await backUp(source, incoming, interruption);
  } finally {
    source.close();
  }
  const { sequence } = await checkCopy(incoming).catch((cause: unknown) => {
    throw cause instanceof AppError
      ? new AppError('data-loss', `The backup ${backup} is damaged. Nothing was changed.`, { cause })
      : cause;
  });
  return sequence;
}

function withoutAccounts(backup: string): AppError {
  const message = `${backup} contains no accounts: it was made by an older version, or as a copy of the data alone. Nothing was changed.`;
  return new AppError('failed-precondition', message, { nothingWritten: true });
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
