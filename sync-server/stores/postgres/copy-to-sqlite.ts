import { closeSync, openSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { upgradeTables } from '../sqlite/open-database.ts';
import { createAccountTables } from '../sqlite/create-account-tables.ts';
import { COPIED_ACCOUNT_TABLES } from './accounts/copied-account-tables.ts';
import { toColumns } from './columns.ts';
import type { Connection, Connections } from './connections.ts';
import { COPIED_TABLES, HISTORY, toStoredNames, type CopiedRow, type CopiedTable } from './copied-tables.ts';

/** Rows in memory at once. */
const PAGE = 200;

/** For a transaction that takes long and waits for a file in between. */
export const WITHOUT_LIMITS =
  'SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0';

/**
 * Copies everything that is stored but the accounts, as of one moment, into a new data file of SQLite, with the same epoch,
 * sequences and write ids. The file is flushed when it resolves; when it rejects, the file is gone.
 * @param file must not exist
 * @param onEntries called with the number of entries of history copied so far
 */
export async function copyToSqlite(
  connections: Connections,
  file: string,
  onEntries?: (count: number) => void,
): Promise<void> {
  await fillNewFile(file, async (database) => {
    upgradeTables(database, file);
    database.exec('BEGIN; DELETE FROM meta; DELETE FROM collection');
    await copyTables(connections, database, COPIED_TABLES, onEntries);
    database.exec(`DELETE FROM meta WHERE key IN ('version', 'origin'); COMMIT`);
  });
}

/**
 * Copies the accounts, as of one moment, into a new accounts file of SQLite: as in any backup without sessions, mailed
 * links, challenges and counts of attempts. The file is flushed when it resolves; when it rejects, the file is gone.
 * @param connections to the accounts' schema
 * @param file must not exist
 */
export async function copyAccountsToSqlite(connections: Connections, file: string): Promise<void> {
  await fillNewFile(file, async (database) => {
    createAccountTables(database);
    database.exec('BEGIN');
    await copyTables(connections, database, COPIED_ACCOUNT_TABLES);
    database.exec('COMMIT');
  });
}

async function fillNewFile(
  file: string,
  fill: (database: Database.Database) => Promise<void>,
): Promise<void> {
  closeSync(openSync(file, 'wx', 0o600));
  const database = new Database(file);
  try {
    // No journal: a file that is not finished is removed.
    database.pragma('journal_mode = OFF');
    database.pragma('synchronous = FULL');
    await fill(database);
    database.close();
  } catch (cause) {
    database.close();
    rmSync(file, { force: true });
    throw cause;
  }
}

function copyTables(
  connections: Connections,
  database: Database.Database,
  tables: readonly CopiedTable[],
  onEntries?: (count: number) => void,
): Promise<void> {
  return connections.read(async (connection) => {
    await connection.run(WITHOUT_LIMITS);
    for (const table of tables)
      await copyTable(connection, database, table, table.name === HISTORY ? onEntries : undefined);
  });
}

async function copyTable(
  connection: Connection,
  database: Database.Database,
  copied: CopiedTable,
  onRows?: (count: number) => void,
): Promise<void> {
  const { name, fields, others = [], isNumbered, toSqlite = (row) => row } = copied;
  const { table, columnOf } = toStoredNames(copied);
  const cursor = `copied_${table}`;
  const { selected } = toColumns<CopiedRow>([...fields, ...others], columnOf);
  const order = isNumbered ? 'number' : columnOf(fields[0] ?? '');
  const insert = database.prepare<[CopiedRow]>(
    `INSERT INTO "${name}" (${fields.map((field) => `"${field}"`).join(', ')})
     VALUES (${fields.map((field) => `@${field}`).join(', ')})`,
  );
  await connection.run(
    `DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT ${selected} FROM "${table}" ORDER BY ${order}`,
  );
  for (let count = 0; ;) {
    const rows = await connection.rows<CopiedRow>(`FETCH ${PAGE} FROM ${cursor}`);
    for (const row of rows) insert.run(toSqlite(row));
    count += rows.length;
    onRows?.(count);
    if (rows.length < PAGE) break;
  }
  await connection.run(`CLOSE ${cursor}`);
}
