import type { Database } from 'better-sqlite3';
import { AppError } from '#shared/kernel/app-error.ts';
import { createAccountTables } from '../sqlite/create-account-tables.ts';
import { openAccountsDatabase } from '../sqlite/open-accounts-database.ts';
import { openDatabase } from '../sqlite/open-database.ts';
import { COPIED_ACCOUNT_TABLES } from './accounts/copied-account-tables.ts';
import { toColumns } from './columns.ts';
import { LOCK_WRITER } from './commit-queue.ts';
import type { Connection, Connections } from './connections.ts';
import { COPIED_TABLES, HISTORY, toStoredNames, type CopiedRow, type CopiedTable } from './copied-tables.ts';
import { WITHOUT_LIMITS } from './copy-to-sqlite.ts';

/** A statement ends at this many rows, or above this many characters. */
const PAGE = 1000;
const PAGE_CHARACTERS = 1_048_576;
/** How many of the rows that can't be copied an error names. */
const MOST_NAMED = 20;

/** Tables that a new schema has rows in. */
const FILLED: readonly string[] = ['meta', 'collection'];

/**
 * Copies a data file of SQLite into empty tables, in one transaction, with the same epoch, sequences and write ids.
 * @param connections to tables that no node uses: nodes read the epoch when they start
 * @param file must be closed. It is opened as by a server, which upgrades an older file and begins a new epoch in one marked
 *   as restored
 * @param onEntries called with the number of entries of history copied so far
 * @throws AppError `failed-precondition` when the tables are not empty or rows have text that PostgreSQL can't hold, and
 *   what `openDatabase` throws. Then nothing was copied.
 */
export async function copyFromSqlite(
  connections: Connections,
  file: string,
  onEntries?: (count: number) => void,
): Promise<void> {
  const { writer, reader } = openDatabase(file);
  try {
    await connections.write(async (connection) => {
      await connection.run(WITHOUT_LIMITS);
      await connection.rows(LOCK_WRITER);
      await requireEmpty(connection, COPIED_TABLES);
      await connection.run(`DELETE FROM meta WHERE key <> 'version'; DELETE FROM collection`);
      await copyTables(reader, connection, COPIED_TABLES, onEntries);
    });
  } finally {
    reader.close();
    writer.close();
  }
}

/**
 * Copies an accounts file of SQLite into empty tables, in one transaction: as in any backup without sessions, mailed
 * links, challenges and counts of attempts.
 * @param connections to the accounts' schema, which no node uses
 * @param file must be closed. It is opened as by a server, which adds what an older file lacks
 * @throws AppError `failed-precondition` when the tables are not empty or rows have text that PostgreSQL can't hold,
 *   `data-loss` when the file is damaged. Then nothing was copied.
 */
export async function copyAccountsFromSqlite(connections: Connections, file: string): Promise<void> {
  const database = openAccountsDatabase(file);
  try {
    createAccountTables(database);
    await connections.write(async (connection) => {
      await connection.run(WITHOUT_LIMITS);
      await requireEmpty(connection, COPIED_ACCOUNT_TABLES);
      await copyTables(database, connection, COPIED_ACCOUNT_TABLES);
    });
  } finally {
    database.close();
  }
}

async function copyTables(
  reader: Database,
  connection: Connection,
  tables: readonly CopiedTable[],
  onEntries?: (count: number) => void,
): Promise<void> {
  const unstorable: string[] = [];
  for (const table of tables) {
    const rows = readTable(reader, table, unstorable);
    await insertAll(connection, table, rows, table.name === HISTORY ? onEntries : undefined);
  }
  if (unstorable.length > 0) throw toUnstorable(unstorable);
  await connection.run(`ANALYZE ${tables.map((table) => `"${toStoredNames(table).table}"`).join(', ')}`);
}

async function requireEmpty(connection: Connection, tables: readonly CopiedTable[]): Promise<void> {
  const looks = tables
    .map((table) => toStoredNames(table).table)
    .filter((name) => !FILLED.includes(name))
    .map((name) => `SELECT '${name}' AS name WHERE EXISTS (SELECT 1 FROM "${name}")`);
  const full = await connection.rows<{ name: string }>(looks.join(' UNION ALL '));
  if (full.length === 0) return;
  const message = `The database has data already (${full.map(({ name }) => name).join(', ')}). Nothing was copied. Name another schema.`;
  throw new AppError('failed-precondition', message, { nothingWritten: true });
}

/** @param unstorable collects rows with text that PostgreSQL can't hold; they and all after them are skipped */
function* readTable(
  reader: Database,
  { name, fields, isNumbered, toPostgres = (row) => row }: CopiedTable,
  unstorable: string[],
): Generator<CopiedRow> {
  const order = isNumbered ? 'rowid' : `"${fields[0]}"`;
  // The identity provider's tables may lack columns in an older file.
  const rows = reader.prepare<[], CopiedRow>(`SELECT * FROM "${name}" ORDER BY ${order}`).iterate();
  for (const found of rows) {
    const row = toPostgres(found);
    const isStorable = Object.values(row).every(
      (value) => typeof value !== 'string' || !value.includes('\0'),
    );
    // Others may refer to one that is skipped.
    if (isStorable && unstorable.length === 0) yield row;
    if (!isStorable)
      unstorable.push(`${name} ${JSON.stringify(fields.slice(0, 5).map((field) => found[field]))}`);
  }
}

async function insertAll(
  connection: Connection,
  copied: CopiedTable,
  rows: Iterable<CopiedRow>,
  onRows?: (count: number) => void,
): Promise<void> {
  const { table, columnOf } = toStoredNames(copied);
  const all = [...copied.fields, ...(copied.others ?? [])];
  const { names } = toColumns<CopiedRow>(all, columnOf);
  // JSON needs no column types here.
  const insert = `
    INSERT INTO "${table}" (${names}) SELECT ${names} FROM json_populate_recordset(NULL::"${table}", $1)`;
  let page: string[] = [];
  let characters = 0;
  let sent = 0;
  const send = async () => {
    if (page.length > 0) await connection.change(insert, [`[${page.join(',')}]`]);
    sent += page.length;
    onRows?.(sent);
    page = [];
    characters = 0;
  };
  for (const row of rows) {
    const text = JSON.stringify(
      Object.fromEntries(all.map((field) => [columnOf(field), row[field] ?? null])),
    );
    page.push(text);
    characters += text.length;
    if (page.length === PAGE || characters > PAGE_CHARACTERS) await send();
  }
  await send();
}

function toUnstorable(rows: readonly string[]): AppError {
  const named = rows.slice(0, MOST_NAMED).join('\n');
  const message = `${rows.length} rows have text with U+0000, which PostgreSQL can't hold. Nothing was copied. Change or delete them first:\n${named}`;
  return new AppError('failed-precondition', message, { nothingWritten: true });
}
