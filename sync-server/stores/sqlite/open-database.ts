import Database from 'better-sqlite3';
import { createId } from '#shared/kernel/ids.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { APPLICATION_ID, SCHEMA, SCHEMA_VERSION } from './schema.ts';

/** The one connection that writes, and one that only reads. */
export interface DatabasePair {
  readonly writer: Database.Database;
  readonly reader: Database.Database;
  readonly epoch: string;
}

const OLDEST_SQLITE = [3, 51, 3] as const;

/**
 * Opens the data file, makes it when it is missing, and checks it.
 * @throws AppError `data-loss` when the file is damaged, `failed-precondition` when a newer Nankeen wrote it
 */
export function openDatabase(file: string): DatabasePair {
  const writer = new Database(file);
  setUp(writer);
  writer.pragma('journal_mode = WAL');
  checkEngine(writer);
  createTables(writer, file);
  checkIntegrity(writer, file);
  assertDurable(writer);
  const reader = file === ':memory:' ? writer : new Database(file, { readonly: true });
  if (reader !== writer) setUp(reader);
  const epoch = writer.prepare<[], { value: string }>(`SELECT value FROM meta WHERE key = 'epoch'`).get()?.value;
  if (epoch === undefined) throw damaged(file, 'no epoch');
  return { writer, reader, epoch };
}

function setUp(database: Database.Database): void {
  // The bundled build's WAL default is NORMAL, which can lose acknowledged writes in a power cut: FULL is set on
  // every connection and asserted after the first transaction.
  database.pragma('synchronous = FULL');
  database.pragma('busy_timeout = 5000');
  database.pragma('foreign_keys = ON');
  database.pragma('trusted_schema = OFF');
  database.pragma('cell_size_check = ON');
  database.pragma('journal_size_limit = 67108864');
  database.pragma('temp_store = MEMORY');
}

function checkEngine(database: Database.Database): void {
  const version = database.prepare<[], { version: string }>('SELECT sqlite_version() AS version').get()?.version ?? '';
  const parts = version.split('.').map(Number);
  const difference = OLDEST_SQLITE.map((part, index) => (parts[index] ?? 0) - part).find((part) => part !== 0) ?? 0;
  if (difference < 0) {
    throw new AppError('failed-precondition', `SQLite ${OLDEST_SQLITE.join('.')} or newer is needed, this is ${version}.`);
  }
}

function createTables(database: Database.Database, file: string): void {
  const version = Number(database.pragma('user_version', { simple: true }));
  if (version === SCHEMA_VERSION) return;
  if (version > SCHEMA_VERSION) {
    throw new AppError('failed-precondition', `${file} was written by a newer Nankeen. Update, then start again.`);
  }
  database.transaction(() => {
    database.exec(SCHEMA);
    database.prepare(`INSERT INTO meta VALUES ('epoch', ?)`).run(createId());
    database.pragma(`application_id = ${APPLICATION_ID}`);
    database.pragma(`user_version = ${SCHEMA_VERSION}`);
  })();
}

function checkIntegrity(database: Database.Database, file: string): void {
  const result = String(database.pragma('quick_check', { simple: true }));
  if (result !== 'ok') throw damaged(file, result);
}

function assertDurable(database: Database.Database): void {
  database.transaction(() => database.prepare(`UPDATE meta SET value = value WHERE key = 'epoch'`).run())();
  if (Number(database.pragma('synchronous', { simple: true })) !== 2) {
    throw new AppError('failed-precondition', 'SQLite does not keep synchronous=FULL; writes would not be durable.');
  }
}

function damaged(file: string, detail: string): AppError {
  return new AppError(
    'data-loss',
    `${file} is damaged (${detail}). Nothing was changed. Put it aside and restore the newest backup.`,
  );
}
