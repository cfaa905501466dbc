import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { inject } from 'vitest';
import { toSnakeCase } from '#server/stores/postgres/columns.ts';
import type { FileRow } from '#server/files/file-store.ts';
import { startShopServer, type ShopServer } from '../support/shop-server.ts';
import { isOnPostgres } from '../support/suite-store.ts';
import { readStoredFile, type StoredFile } from './stored-file.ts';

/** A server to be killed: on SQLite, or on PostgreSQL with `STORE=postgres`. */
export interface SoakShop extends ShopServer {
  /** Reads tables and columns, named as in SQLite, beside the server or after it. */
  read<Row extends object>(statement: string): Promise<readonly Row[]>;
  /** Reads or changes the tables of accounts, named as in SQLite; the identity provider's names are quoted. */
  onAccounts<Row extends object>(statement: string): Promise<readonly Row[]>;
  /** What a killed server has stored. */
  readStored(): Promise<StoredFile>;
  /** The data files, or the tables, that hold a text. */
  findText(text: string): Promise<readonly string[]>;
}

export function startSoakShop(settings: Readonly<Record<string, string>> = {}): Promise<SoakShop> {
  return isOnPostgres ? startOnPostgres(settings) : startOnSqlite(settings);
}

async function startOnSqlite(settings: Readonly<Record<string, string>>): Promise<SoakShop> {
  const shop = await startShopServer(settings);
  const run = <Row extends object>(file: string, text: string, readonly: boolean): readonly Row[] => {
    const database = new Database(join(shop.dataDir, file), { readonly });
    try {
      const statement = database.prepare<[], Row>(text);
      if (statement.reader) return statement.all();
      statement.run();
      return [];
    } finally {
      database.close();
    }
  };
  return Object.assign(shop, {
    read: async <Row extends object>(statement: string) => run<Row>('nankeen.sqlite', statement, true),
    onAccounts: async <Row extends object>(statement: string) =>
      run<Row>('accounts.sqlite', statement, false),
    readStored: async () => readStoredFile(shop.dataDir),
    findText: async (text: string) =>
      readdirSync(shop.dataDir).filter(
        (name) => name.includes('.sqlite') && readFileSync(join(shop.dataDir, name), 'latin1').includes(text),
      ),
  });
}

/** PostgreSQL's number of the type `bigint`. */
const BIGINT = 20;

/** The server has a database of its own. */
async function startOnPostgres(settings: Readonly<Record<string, string>>): Promise<SoakShop> {
  const url = new URL(inject('postgres'));
  const name = `shop_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client(url.href);
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  url.pathname = `/${name}`;
  const pool = new pg.Pool({
    connectionString: url.href,
    options: '-c search_path=nankeen,nankeen_accounts',
    types: {
      getTypeParser: (type, format) => (type === BIGINT ? Number : pg.types.getTypeParser(type, format)),
    },
  });
  const folder = mkdtempSync(join(tmpdir(), 'nankeen-soak-'));
  const own = { DATABASE_URL: url.href, DATA_DIR: folder, FILES_DIR: folder, DRAIN_SECONDS: '0' };
  const shop = await startShopServer({ ...settings, ...own });

  async function read<Row extends object>(statement: string): Promise<readonly Row[]> {
    const { rows } = await pool.query<Record<string, unknown>>(
      statement.replaceAll(/"\w+"|[a-z]+[A-Z]\w+/g, (name) =>
        name.startsWith('"') ? name : toSnakeCase(name),
      ),
    );
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [toCamelCase(column), value])),
    ) as Row[];
  }
  const { stop } = shop;
  return Object.assign(shop, {
    read,
    onAccounts: read,
    async readStored() {
      const written = await read<{ writeId: string }>(
        'SELECT writeId FROM history WHERE writeId IS NOT NULL ORDER BY sequence',
      );
      const files = await read<FileRow>('SELECT * FROM file');
      return { integrity: 'ok', writeIds: written.map(({ writeId }) => writeId), files };
    },
    async findText(text: string) {
      const tables = await read<{ name: string }>(
        `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname LIKE 'nankeen%'`,
      );
      const found = await Promise.all(
        tables.map(({ name }) =>
          pool.query(`SELECT 1 FROM ${name} AS row WHERE to_json(row)::text LIKE $1`, [`%${text}%`]),
        ),
      );
      return tables.flatMap((table, index) => (found[index]?.rowCount ? [table.name] : []));
    },
    async stop() {
      await stop();
      await pool.end();
    },
  });
}

function toCamelCase(column: string): string {
  return column.replaceAll(/_([a-z])/g, (_found, letter: string) => letter.toUpperCase());
}
