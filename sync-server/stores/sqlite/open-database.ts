import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { createId } from '#shared/kernel/ids.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { DataEpoch } from '../write-names.ts';
import { beginEpoch } from './data-epoch.ts';
import { checkIntegrity, damaged, toOpenError } from './file-damage.ts';
import { moveFlushed } from './move-flushed.ts';
import { APPLICATION_ID, MIGRATIONS, SCHEMA } from './schema.ts';
import { assertSettings, setUp, truncateLog } from './connection-settings.ts';

/** The only connection that writes, and one that only reads. */
export interface DatabasePair extends DataEpoch {
  readonly writer: Database.Database;
  readonly reader: Database.Database;
}

const OLDEST_SQLITE = [3, 51, 3] as const;

/**
 * Opens and checks the data file; creates it if missing.
 * @param isChecked it was closed cleanly, so the full check is skipped
 * @throws AppError `data-loss` when the file is damaged, `failed-precondition` when a newer Nankeen or another program
 *   wrote it
 */
export function openDatabase(
  file: string,
  migrations: readonly string[] = MIGRATIONS,
  isChecked = false,
): DatabasePair {
  // Only the server's own account may read it; SQLite gives the files beside it the same mode.
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600));
  const writer = new Database(file);
  try {
    setUp(writer);
    checkEngine(writer);
    checkOrigin(writer, file, migrations.length + 1);
    if (!isChecked) checkIntegrity(writer, file);
    const dataEpoch = prepareWriter(writer, file, migrations);
    const reader = file === ':memory:' ? writer : new Database(file, { readonly: true });
    if (reader !== writer) {
      setUp(reader);
      assertSettings(reader);
    }
    return { writer, reader, ...dataEpoch };
  } catch (cause) {
    writer.close();
    throw toOpenError(file, cause);
  }
}

function prepareWriter(writer: Database.Database, file: string, migrations: readonly string[]): DataEpoch {
  writer.pragma('journal_mode = WAL');
  upgradeTables(writer, file, migrations);
  const dataEpoch = beginEpoch(writer);
  if (!dataEpoch) throw damaged(file, 'no epoch');
  assertSettings(writer);
  truncateLog(writer);
  return dataEpoch;
}

function checkEngine(database: Database.Database): void {
  const version =
    database.prepare<[], { version: string }>('SELECT sqlite_version() AS version').get()?.version ?? '';
  const parts = version.split('.').map(Number);
  const difference =
    OLDEST_SQLITE.map((part, index) => (parts[index] ?? 0) - part).find((part) => part !== 0) ?? 0;
  if (difference < 0) {
    throw new AppError(
      'failed-precondition',
      `SQLite ${OLDEST_SQLITE.join('.')} or newer is needed, this is ${version}.`,
    );
  }
}

function checkOrigin(database: Database.Database, file: string, newestVersion: number): void {
  const application = Number(database.pragma('application_id', { simple: true }));
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
  if (application !== APPLICATION_ID && !isEmpty) {
    throw new AppError(
      'failed-precondition',
      `${file} belongs to another program. Name another data folder.`,
    );
  }
  if (readVersion(database) > newestVersion) {
    throw new AppError(
      'failed-precondition',
      `${file} was written by a newer Nankeen. Update, then start again.`,
    );
  }
}

export function readVersion(database: Database.Database): number {
  return Number(database.pragma('user_version', { simple: true }));
}

/**
 * Creates the tables or upgrades older ones, all in one transaction, so that a file is never between two schema
 * versions. Copies an older server's file first, for going back to that server.
 */
export function upgradeTables(
  database: Database.Database,
  file: string,
  migrations: readonly string[] = MIGRATIONS,
): void {
  const from = readVersion(database);
  const to = migrations.length + 1;
  if (from === to) return;
  if (from > 0) keepCopy(database, `${file}.version-${from}`);
  database.transaction(() => {
    if (from === 0) {
      database.exec(SCHEMA);
      database.prepare(`INSERT INTO meta VALUES ('epoch', ?)`).run(createId());
      database.pragma(`application_id = ${APPLICATION_ID}`);
    }
    for (const migration of migrations.slice(Math.max(0, from - 1))) database.exec(migration);
    database.pragma(`user_version = ${to}`);
  })();
}

function keepCopy(database: Database.Database, target: string): void {
  const partial = `${target}.partial`;
  try {
    closeSync(openSync(partial, 'w', 0o600));
    database.prepare('VACUUM INTO ?').run(partial);
    moveFlushed(partial, target);
  } catch (cause) {
    const why = (cause as Error).message;
    const message = `The copy ${target}, kept before an update, can’t be written (${why}). Nothing was changed. Is there room for it?`;
    throw new AppError('failed-precondition', message, { cause, nothingWritten: true });
  }
}
