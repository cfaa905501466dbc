import { join } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '#shared/kernel/app-error.ts';
import { markCleanShutdown, takeCleanShutdown } from './clean-shutdown.ts';
import { assertSettings, setUp } from './connection-settings.ts';
import { readEpoch } from './data-epoch.ts';
import { damaged, toOpenError } from './file-damage.ts';
import { lockDataDir, isLockedByServer, type LockHolder } from './lock-data-dir.ts';
import { openAccountsDatabase } from './open-accounts-database.ts';
import { openDatabase, readVersion, type DatabasePair } from './open-database.ts';
import { MIGRATIONS } from './schema.ts';

export interface OpenDataDir {
  readonly database: DatabasePair;
  readonly accounts: Database.Database;
  /** A server has locked the folder, so nothing can be written. */
  readonly isReadOnly: boolean;
  readonly files: readonly string[];
  /** Files that were closed cleanly and so not checked. */
  readonly unchecked: readonly string[];
  /** Unlocks the folder after its files are closed. @param isSound lets the next start skip the check */
  release(isSound: boolean): void;
}

const [DATA, ACCOUNTS] = ['nankeen.sqlite', 'accounts.sqlite'] as const;

/**
 * Opens the files of a data folder exclusively. With `isReading`, a folder locked by a server is opened with read-only
 * connections, which change no file and block no writer.
 * @throws AppError reason LOCKED where another process locks the folder; see `openDatabase`
 */
export function openDataDir(folder: string, holder: LockHolder, { isReading = false } = {}): OpenDataDir {
  const [data, accounts] = [join(folder, DATA), join(folder, ACCOUNTS)];
  let release: () => void;
  try {
    release = lockDataDir(folder, holder);
  } catch (error) {
    if (!isReading || !isLockedByServer(folder, error)) throw error;
    const readOnly = { isReadOnly: true, files: [], unchecked: [], release: () => undefined };
    return { database: openReadOnly(data), accounts: openReader(accounts), ...readOnly };
  }
  const closed = takeCleanShutdown(folder);
  return {
    database: openDatabase(data, MIGRATIONS, closed.has(DATA)),
    accounts: openAccountsDatabase(accounts, closed.has(ACCOUNTS)),
    isReadOnly: false,
    files: [data, accounts],
    unchecked: [...closed].map((name) => join(folder, name)),
    release(isSound) {
      if (isSound) markCleanShutdown(folder, [DATA, ACCOUNTS]);
      release();
    },
  };
}

function openReadOnly(file: string): DatabasePair {
  const reader = openReader(file);
  const dataEpoch = readEpoch(reader);
  if (!dataEpoch) throw damaged(file, 'no epoch');
  if (readVersion(reader) !== MIGRATIONS.length + 1) {
    const message = `${file} belongs to the running server, which has another version. Send requests to that server instead.`;
    throw new AppError('failed-precondition', message);
  }
  return { writer: reader, reader, ...dataEpoch };
}

function openReader(file: string): Database.Database {
  const reader = new Database(file, { readonly: true });
  try {
    setUp(reader);
    assertSettings(reader);
    return reader;
  } catch (cause) {
    reader.close();
    throw toOpenError(file, cause);
  }
}
