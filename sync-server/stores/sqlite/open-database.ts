import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { createId } from '#shared/kernel/ids.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { beginLife, type Life } from './data-life.ts';
import { ADDITIONS, APPLICATION_ID, SCHEMA, SCHEMA_VERSION } from './schema.ts';

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
export function openDatabase(file: string): DatabasePair {
  // Only the server's own account reads it; the files SQLite puts beside it take over the mode.
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600));
  const writer = new Database(file);
  try {
    const life = prepareWriter(writer, file);
    const reader = file === ':memory:' ? writer : new Database(file, { readonly: true });
    if (reader !== writer) setUp(reader);
    return { writer, reader, ...life };
  } catch (cause) {
    writer.close();
    throw DAMAGE.test(String((cause as { code?: unknown }).code))
      ? damaged(file, (cause as Error).message)
      : cause;
  }
}

const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;

function prepareWriter(writer: Database.Database, file: string): Life {
  setUp(writer);
  checkEngine(writer);
  checkOrigin(writer, file);
  checkIntegrity(writer, file);
  writer.pragma('journal_mode = WAL');
  createTables(writer);
  writer.exec(ADDITIONS);
  assertDurable(writer);
  const life = beginLife(writer);
  if (!life) throw damaged(file, 'no epoch');
  return life;
}

function setUp(database: Database.Database): void {
  // The bundled build's WAL default is NORMAL, which can lose acknowledged writes in a power cut: FULL is set on
  // every connection and asserted after the first transaction.
  database.pragma('synchronous = FULL');
  database.pragma('busy_timeout = 5000');
  database.pragma('foreign_keys = ON');
  database.pragma('trusted_schema = OFF');
  // Without it REPLACE deletes rows of the history past its trigger.
  database.pragma('recursive_triggers = ON');
  database.pragma('cell_size_check = ON');
  database.pragma('journal_size_limit = 67108864');
  database.pragma('temp_store = MEMORY');
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

function checkOrigin(database: Database.Database, file: string): void {
  const application = Number(database.pragma('application_id', { simple: true }));
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
  if (application !== APPLICATION_ID && !isEmpty) {
    throw new AppError(
      'failed-precondition',
      `${file} belongs to another program. Name another data folder.`,
    );
  }
  if (readVersion(database) > SCHEMA_VERSION) {
    throw new AppError(
      'failed-precondition',
      `${file} was written by a newer Nankeen. Update, then start again.`,
    );
  }
}

function readVersion(database: Database.Database): number {
  return Number(database.pragma('user_version', { simple: true }));
}

function createTables(database: Database.Database): void {
  if (readVersion(database) === SCHEMA_VERSION) return;
  database.transaction(() => {
    database.exec(SCHEMA);
    database.prepare(`INSERT INTO meta VALUES ('epoch', ?)`).run(createId());
    database.pragma(`application_id = ${APPLICATION_ID}`);
    database.pragma(`user_version = ${SCHEMA_VERSION}`);
  })();
}

function checkIntegrity(database: Database.Database, file: string): void {
  const result = String(database.pragma('quick_check(1)', { simple: true }));
  if (result !== 'ok') throw damaged(file, result.split('\n').at(-1) ?? result);
}

function assertDurable(database: Database.Database): void {
  database.transaction(() => database.prepare(`UPDATE meta SET value = value WHERE key = 'epoch'`).run())();
  if (Number(database.pragma('synchronous', { simple: true })) !== 2) {
    throw new AppError(
      'failed-precondition',
      'SQLite does not keep synchronous=FULL; writes would not be durable.',
    );
  }
}

function damaged(file: string, detail: string): AppError {
  return new AppError(
    'data-loss',
    `${file} is damaged (${detail}). Nothing was changed. Put it aside and restore the newest backup.`,
  );
}
