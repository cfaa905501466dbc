import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import { put } from '../../../tests/contracts/document-store-writes.ts';
import { openDatabase } from './open-database.ts';
import { MIGRATIONS } from './schema.ts';
import { createSqliteStore } from './sqlite-store.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nankeen-open-'));
  file = join(folder, 'data.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (database: Database.Database, name: string) => database.pragma(name, { simple: true });

async function openAndClose(
  work: (store: ReturnType<typeof createSqliteStore>) => Promise<unknown>,
): Promise<void> {
  const store = createSqliteStore(openDatabase(file));
  await work(store);
  await store.close();
}

function refusal(): AppError {
  try {
    openDatabase(file);
  } catch (cause) {
    if (cause instanceof AppError) return cause;
    throw cause;
  }
  throw new Error('The file was opened.');
}

test('[DU1] after the first transaction the writer still syncs every commit to disk', async () => {
  const database = openDatabase(file);
  const { writer } = database;
  const store = createSqliteStore(database);
  await put(store, { id: 'a' });
  expect(read(writer, 'synchronous')).toBe(2);
  expect(read(writer, 'journal_mode')).toBe('wal');
  await store.close();
});

test('[DU3] both connections have every setting that the durability rules name', async () => {
  const database = openDatabase(file);
  const { writer, reader } = database;
  for (const connection of [writer, reader]) {
    expect(read(connection, 'synchronous')).toBe(2);
    expect(read(connection, 'busy_timeout')).toBe(5000);
    expect(read(connection, 'foreign_keys')).toBe(1);
    expect(read(connection, 'trusted_schema')).toBe(0);
    expect(read(connection, 'recursive_triggers')).toBe(1);
    expect(read(connection, 'cell_size_check')).toBe(1);
    expect(read(connection, 'journal_size_limit')).toBe(67_108_864);
    expect(read(connection, 'temp_store')).toBe(2);
    expect(read(connection, 'mmap_size') ?? 0).toBe(0);
    expect(read(connection, 'wal_autocheckpoint')).toBe(4000);
  }
  const version =
    writer.prepare<[], { version: string }>('SELECT sqlite_version() AS version').get()?.version ?? '';
  expect(version.localeCompare('3.51.3', 'en', { numeric: true })).toBeGreaterThanOrEqual(0);
  await createSqliteStore(database).close();
});

test('[DU3] the reading connection cannot write', async () => {
  const database = openDatabase(file);
  expect(() => database.reader.exec(`DELETE FROM head`)).toThrow(/readonly/);
  await createSqliteStore(database).close();
});

test('[DU3] the file carries our application id, and only its owner’s account may read it', async () => {
  const database = openDatabase(file);
  await put(createSqliteStore(database), { id: 'a' });
  expect(read(database.writer, 'application_id')).toBe(0x4e4b454e);
  expect(read(database.writer, 'user_version')).toBe(MIGRATIONS.length + 1);
  for (const name of [file, `${file}-wal`, `${file}-shm`]) expect(statSync(name).mode & 0o777).toBe(0o600);
  database.reader.close();
  database.writer.close();
});

test('[SQ3] a second start keeps the epoch and all data', async () => {
  const epochs: string[] = [];
  await openAndClose(async (store) => {
    epochs.push(store.epoch);
    await put(store, { id: 'a', data: { FBUID: 'a', kept: true } });
  });
  await openAndClose(async (store) => {
    epochs.push(store.epoch);
    expect(await store.read({ collection: 'contacts', id: 'a' })).toMatchObject({
      sequence: 1,
      data: { kept: true },
    });
    expect(await put(store, { id: 'b' })).toEqual([2]);
  });
  expect(epochs[0]).toMatch(/^\w{20}$/);
  expect(epochs[1]).toBe(epochs[0]);
});

test('[DU3] [F09] a file with a damaged page is refused with advice and left unchanged', async () => {
  await openAndClose(async (store) => {
    const data = { text: 'x'.repeat(900) };
    await put(store, ...Array.from({ length: 100 }, (_, index) => ({ id: `d${index}`, data })));
  });
  const handle = openSync(file, 'r+');
  const page = 4096;
  for (let number = 8; number < 16; number++)
    writeSync(handle, Buffer.alloc(page, 0xa5), 0, page, number * page);
  closeSync(handle);
  const before = readFileSync(file);
  const error = refusal();
  expect(error.code).toBe('data-loss');
  expect(error.message).toMatch(
    /data\.sqlite is damaged \(.+\)\. Nothing was changed\..+restore the newest backup/,
  );
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('[DU3] a file that is not a database is refused the same way', () => {
  writeFileSync(file, 'These are my notes, not a database. '.repeat(200));
  expect(refusal()).toMatchObject({
    code: 'data-loss',
    message: expect.stringMatching(/is damaged .+ backup/),
  });
});

test('[DU3] a file cut off in the middle is refused', async () => {
  await openAndClose(async (store) => {
    const data = { text: 'x'.repeat(900) };
    await put(store, ...Array.from({ length: 100 }, (_, index) => ({ id: `d${index}`, data })));
  });
  const whole = readFileSync(file);
  writeFileSync(file, whole.subarray(0, Math.floor(whole.length / 2)));
  expect(refusal().code).toBe('data-loss');
});

test('[DU3] [F14] a file of a newer Nankeen is refused and left unchanged', async () => {
  await openAndClose((store) => put(store, { id: 'a' }));
  const other = new Database(file);
  other.pragma(`user_version = ${MIGRATIONS.length + 2}`);
  other.close();
  expect(refusal()).toMatchObject({
    code: 'failed-precondition',
    message: expect.stringContaining('newer Nankeen'),
  });
  const after = new Database(file, { readonly: true });
  expect(read(after, 'user_version')).toBe(MIGRATIONS.length + 2);
  after.close();
});

test('[DU3] another program’s database is refused and gets no table of ours', () => {
  const other = new Database(file);
  other.exec('CREATE TABLE song (title TEXT)');
  other.close();
  expect(refusal()).toMatchObject({
    code: 'failed-precondition',
    message: expect.stringContaining('another program'),
  });
  const after = new Database(file, { readonly: true });
  expect(after.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'song' }]);
  after.close();
});

test('[DU5] history rejects every update and deletion', async () => {
  const database = openDatabase(file);
  const store = createSqliteStore(database);
  await put(store, { id: 'a' });
  for (const sql of [
    `UPDATE history SET data = '{}'`,
    `UPDATE batch SET updatedBy = 'nobody'`,
    ...['history', 'batch'].flatMap((table) => [
      `DELETE FROM ${table}`,
      `REPLACE INTO ${table} SELECT * FROM ${table}`,
    ]),
  ])
    expect(() => database.writer.exec(sql), sql).toThrow('append-only');
  expect(await store.history({ collection: 'contacts', id: 'a' }, undefined, 10)).toHaveLength(1);
  await store.close();
});
