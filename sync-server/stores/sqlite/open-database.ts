import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { createId } from '#shared/kernel/ids.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { beginLife, type Life } from './data-life.ts';
import { moveFlushed } from './move-flushed.ts';
import { ADDITIONS, APPLICATION_ID, MIGRATIONS, SCHEMA } from './schema.ts';

/** The one connection that writes, and one that only reads. */
export interface DatabasePair extends Life {
  readonly writer: Database.Database;
  readonly reader: Database.Database;
}

const OLDEST_SQLITE = [3, 51, 3] as const;

/**
 * Opens the data file, makes it when it is missing, and checks it.
 * @throws AppError `data-loss` when the file is damaged, `failed-precondition` when a newer Nankeen or another
 *   program wrote it
 */
export function openDatabase(file: string, migrations: readonly string[] = MIGRATIONS): DatabasePair {
  // Only the server's own account reads it; the files SQLite puts beside it take over the mode.
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600));
  const writer = new Database(file);
  try {
    const life = prepareWriter(writer, file, migrations);
    const reader = file === ':memory:' ? writer : new Database(file, { readonly: true });
    if (reader !== writer) {
      setUp(reader);
      assertSettings(reader);
    }
    return { writer, reader, ...life };
  } catch (cause) {
    writer.close();
    throw DAMAGE.test(String((cause as { code?: unknown }).code))
      ? damaged(file, (cause as Error).message)
      : cause;
  }
}

const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;

function prepareWriter(writer: Database.Database, file: string, migrations: readonly string[]): Life {
  setUp(writer);
  checkEngine(writer);
  checkOrigin(writer, file, migrations.length + 1);
  checkIntegrity(writer, file);
  writer.pragma('journal_mode = WAL');
  bringUpToDate(writer, file, migrations);
  writer.exec(ADDITIONS);
  const life = beginLife(writer);
  if (!life) throw damaged(file, 'no epoch');
  assertSettings(writer);
  return life;
}

/** What every connection is set to, and is asked for again after its first transaction. */
const SETTINGS = {
  // FULL: the bundled build's WAL default is NORMAL, which can lose acknowledged writes in a power cut.
  synchronous: 2,
  busy_timeout: 5000,
  foreign_keys: 1,
  trusted_schema: 0,
  // Without it REPLACE deletes rows of the history past its trigger.
  recursive_triggers: 1,
  cell_size_check: 1,
  journal_size_limit: 67_108_864,
  // What changes with every commit is copied back into the file a quarter as often as by default.
  wal_autocheckpoint: 4000,
  // 4 MB: the system's cache holds the file, and a second copy in the process makes nothing faster here.
  cache_size: -4000,
  mmap_size: 0,
  // In memory.
  temp_store: 2,
} as const;

function setUp(database: Database.Database): void {
  for (const [name, value] of Object.entries(SETTINGS)) database.pragma(`${name} = ${value}`);
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

function readVersion(database: Database.Database): number {
  return Number(database.pragma('user_version', { simple: true }));
}

/**
 * Makes the tables, or leads older ones to the present version: all of it in one transaction, so that a file is never
 * between two versions. What an older server wrote is kept beside it first, for going back to that server.
 */
function bringUpToDate(database: Database.Database, file: string, migrations: readonly string[]): void {
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
    throw new AppError('failed-precondition', message, { cause });
  }
}

function checkIntegrity(database: Database.Database, file: string): void {
  const result = String(database.pragma('quick_check(1)', { simple: true }));
  if (result !== 'ok') throw damaged(file, result.split('\n').at(-1) ?? result);
}

function assertSettings(database: Database.Database): void {
  database.transaction(() => database.prepare(SELECT_EPOCH).get())();
  for (const [name, value] of Object.entries(SETTINGS)) {
    // A setting that this build of SQLite doesn't have answers nothing.
    const found = Number(database.pragma(name, { simple: true }) ?? 0);
    if (found !== value) {
      throw new AppError(
        'failed-precondition',
        `SQLite keeps ${name} at ${found} instead of ${value}; writes would not be safe.`,
      );
    }
  }
  const mode = String(database.pragma('journal_mode', { simple: true }));
  if (mode !== 'wal' && mode !== 'memory') {
    throw new AppError(
      'failed-precondition',
      `The data file can’t have a write-ahead log (${mode}). Is it on a network drive?`,
    );
  }
}

const SELECT_EPOCH = `SELECT value FROM meta WHERE key = 'epoch'`;

function damaged(file: string, detail: string): AppError {
  return new AppError(
    'data-loss',
    `${file} is damaged (${detail}). Nothing was changed. Put it aside and restore the newest backup.`,
  );
}
