import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AttemptTable } from '#server/accounts/account-tables.ts';
import { createSqliteAccountTables } from './account-tables.ts';
import { openAccountsDatabase } from './open-accounts-database.ts';
import { openDatabase } from './open-database.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nankeen-accounts-'));
  file = join(folder, 'accounts.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const DURABILITY = [
  'synchronous',
  'journal_mode',
  'busy_timeout',
  'foreign_keys',
  'trusted_schema',
  'recursive_triggers',
  'cell_size_check',
  'journal_size_limit',
  'wal_autocheckpoint',
  'mmap_size',
  'temp_store',
];

const put = (tables: AttemptTable, keys: readonly string[]) =>
  tables.changeAttempts(keys, 0, () => ({
    result: undefined,
    rows: keys.map(() => ({ count: 1, endsAt: 1 })),
  }));

test('[DU1] [DU3] the accounts file stays as durable as the data file after the first transactions', async () => {
  const accounts = openAccountsDatabase(file);
  const { writer, reader } = openDatabase(join(folder, 'data.sqlite'));
  const tables = createSqliteAccountTables(accounts);
  await put(tables, ['key']);
  await tables.flush();
  for (const name of DURABILITY) {
    expect([name, accounts.pragma(name, { simple: true })]).toEqual([
      name,
      writer.pragma(name, { simple: true }),
    ]);
  }
  expect(accounts.pragma('synchronous', { simple: true })).toBe(2);
  expect(accounts.pragma('journal_mode', { simple: true })).toBe('wal');
  for (const connection of [accounts, reader, writer]) connection.close();
});

test('[T55] only the server’s own account can read the accounts file and the files SQLite puts beside it', () => {
  const accounts = openAccountsDatabase(file);
  createSqliteAccountTables(accounts);
  for (const name of [file, `${file}-wal`, `${file}-shm`]) expect(statSync(name).mode & 0o777).toBe(0o600);
  accounts.close();
});

test('[F09] a damaged accounts file is reported and left unchanged', async () => {
  const accounts = openAccountsDatabase(file);
  const tables = createSqliteAccountTables(accounts);
  await put(
    tables,
    Array.from({ length: 200 }, (_, key) => `key ${key}`),
  );
  await tables.flush();
  accounts.close();
  const torn = readFileSync(file).fill(7, 4096 + 100);
  for (const content of [torn, Buffer.from('not a database at all, but long enough'.repeat(100))]) {
    writeFileSync(file, content);
    expect(() => openAccountsDatabase(file)).toThrow(expect.objectContaining({ code: 'data-loss' }));
    expect(readFileSync(file).equals(content)).toBe(true);
  }
});

test.each([
  ['accounts', openAccountsDatabase],
  ['data', (path: string) => openDatabase(path).writer],
])(
  '[PR3] the %s file has left nothing of what was deleted in its log once it is opened after a kill',
  (name, open) => {
    const killed = open(join(folder, 'running.sqlite'));
    killed.exec(`CREATE TABLE person (name TEXT); INSERT INTO person VALUES ('Ada Lovelace')`);
    killed.exec('DELETE FROM person');
    const left = join(folder, `${name}-left.sqlite`);
    for (const suffix of ['', '-wal']) copyFileSync(join(folder, `running.sqlite${suffix}`), left + suffix);
    killed.close();
    const read = () => ['', '-wal'].map((suffix) => readFileSync(left + suffix, 'latin1')).join('');
    expect(read()).toContain('Ada Lovelace');
    const reopened = open(left);
    expect(read()).not.toContain('Ada Lovelace');
    reopened.close();
  },
);
