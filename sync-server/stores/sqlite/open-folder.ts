import { join } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '#shared/kernel/app-error.ts';
import { markCleanEnd, takeCleanEnd } from './clean-end.ts';
import { assertSettings, setUp } from './connection-settings.ts';
import { readEpoch } from './data-epoch.ts';
import { damaged, toOpenError } from './file-damage.ts';
import { lockDataDir, isLockedByServer, type LockHolder } from './lock-data-dir.ts';
import { openAccountsDatabase } from './open-accounts-database.ts';
import { openDatabase, readVersion, type DatabasePair } from './open-database.ts';
import { MIGRATIONS } from './schema.ts';

export interface OpenFolder {
  readonly database: DatabasePair;
  readonly accounts: Database.Database;
  /** A server has the folder, so that nothing can be written here. */
  readonly isOnlooker: boolean;
  readonly files: readonly string[];
  /** Those of its files that were not looked at as a whole, because they were closed in good order. */
  readonly unchecked: readonly string[];
  /** The files are closed. @param isSound nothing speaks against opening them the next time without a check */
  release(isSound: boolean): void;
}

const [DATA, ACCOUNTS] = ['nankeen.sqlite', 'accounts.sqlite'] as const;

/**
 * Opens the files of a data folder for this process alone. Who only reads may do so beside the server that has it: with
 * connections that can't write, change no file and hold up nobody.
 * @throws AppError reason LOCKED where somebody else holds the folder; see `openDatabase`
 */
export function openFolder(folder: string, holder: LockHolder, { isReading = false } = {}): OpenFolder {
  const [data, accounts] = [join(folder, DATA), join(folder, ACCOUNTS)];
  let release: () => void;
  try {
    release = lockDataDir(folder, holder);
  } catch (error) {
    if (!isReading || !isLockedByServer(folder, error)) throw error;
    const besides = { isOnlooker: true, files: [], unchecked: [], release: () => undefined };
    return { database: openBesides(data), accounts: openReader(accounts), ...besides };
  }
  const closed = takeCleanEnd(folder);
  return {
    database: openDatabase(data, MIGRATIONS, closed.has(DATA)),
    accounts: openAccountsDatabase(accounts, closed.has(ACCOUNTS)),
    isOnlooker: false,
    files: [data, accounts],
    unchecked: [...closed].map((name) => join(folder, name)),
    release(isSound) {
      if (isSound) markCleanEnd(folder, [DATA, ACCOUNTS]);
      release();
    },
  };
}

function openBesides(file: string): DatabasePair {
  const reader = openReader(file);
  const dataEpoch = readEpoch(reader);
  if (!dataEpoch) throw damaged(file, 'no epoch');
  if (readVersion(reader) !== MIGRATIONS.length + 1) {
    const message = `${file} belongs to the running server, which is of another version. Ask that server instead.`;
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
