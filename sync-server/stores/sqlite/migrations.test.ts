import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { put } from '../../../tests/contracts/document-store-writes.ts';
import { openDatabase, type DatabasePair } from './open-database.ts';
import { MIGRATIONS } from './schema.ts';
import { createSqliteStore } from './sqlite-store.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nankeen-migrate-'));
  file = join(folder, 'data.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function close({ reader, writer }: DatabasePair): void {
  reader.close();
  writer.close();
}

/** A file as a server of version 1 left it. @returns its epoch */
function writeFirstVersion(): string {
  const database = openDatabase(file, []);
  database.writer.exec(`
    INSERT INTO history (sequence, collection, documentId, at, operation, writeId, data, updatedBy)
    VALUES (1, 'contacts', 'old', '2026-03-02T09:00:00.000Z', 'create', 'w1', '{"FBUID":"old"}', 'no user found');
    INSERT INTO head VALUES ('contacts', 'old', 1, 0, NULL, 'public');`);
  close(database);
  return database.epoch;
}

const versionOf = ({ writer }: DatabasePair) => writer.pragma('user_version', { simple: true });
const historyOf = ({ reader }: DatabasePair) =>
  reader.prepare<[], string>('SELECT writeId FROM history').pluck().all();

test('[F14] a file of the first version is led to the present one with all it holds', async () => {
  const epoch = writeFirstVersion();
  const database = openDatabase(file);
  expect(versionOf(database)).toBe(MIGRATIONS.length + 1);
  expect(database.epoch).toBe(epoch);
  const store = createSqliteStore(database);
  expect(await store.read({ collection: 'contacts', id: 'old' })).toMatchObject({ data: { FBUID: 'old' } });
  expect(await put(store, { id: 'new' })).toEqual([2]);
  await store.close();
});

test('[F14] [HI1] each document’s history is found after the update, and goes on', async () => {
  writeFirstVersion();
  const first = openDatabase(file, []);
  const rows = [2, 3, 4, 5].map((sequence) => {
    const id = sequence % 2 === 0 ? 'old' : 'other';
    return `(${sequence}, 'contacts', '${id}', '2026-03-02T09:00:0${sequence}.000Z', 'update', 'w${sequence}', '{}', 'x')`;
  });
  first.writer.exec(`
    INSERT INTO history (sequence, collection, documentId, at, operation, writeId, data, updatedBy) VALUES ${rows.join(', ')};
    REPLACE INTO head VALUES ('contacts', 'old', 4, 0, NULL, 'public'), ('contacts', 'other', 5, 0, NULL, 'public');`);
  close(first);
  const store = createSqliteStore(openDatabase(file));
  const at = '2026-03-03T09:00:00.000Z';
  expect(await put(store, { id: 'old', at }, { id: 'new', at }, { id: 'old', at })).toEqual([6, 7, 8]);
  const sequencesOf = async (id: string, before?: string, limit = 10) =>
    (await store.history({ collection: 'contacts', id }, before, limit)).map(({ sequence }) => sequence);
  expect(await sequencesOf('old')).toEqual([8, 6, 4, 2, 1]);
  expect(await sequencesOf('old', '2026-03-02T09:00:04.000Z', 1)).toEqual([2]);
  expect(await sequencesOf('other')).toEqual([5, 3]);
  expect(await sequencesOf('new')).toEqual([7]);
  await store.close();
});

test('[F14] before that the file is kept as it was, for the server that wrote it', () => {
  writeFirstVersion();
  close(openDatabase(file));
  const copy = `${file}.version-1`;
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  const old = openDatabase(copy, []);
  expect([versionOf(old), historyOf(old)]).toEqual([1, ['w1']]);
  close(old);
  close(openDatabase(file));
  expect(existsSync(`${copy}.partial`)).toBe(false);
});

test('[F14] an update that can’t keep the file as it was doesn’t begin', () => {
  writeFirstVersion();
  // Where the copy is to be written there is something else.
  mkdirSync(`${file}.version-1.partial`);
  expect(() => openDatabase(file)).toThrow(
    /version-1, kept before an update, can’t be written .+Nothing was changed/,
  );
  const old = openDatabase(file, []);
  expect([versionOf(old), historyOf(old)]).toEqual([1, ['w1']]);
  close(old);
});

test('[F14] a migration that breaks off leaves the file as it was, start after start', () => {
  writeFirstVersion();
  const broken = [...MIGRATIONS, 'CREATE TABLE half (id TEXT); CREATE TABLE half (id TEXT)'];
  for (let start = 0; start < 3; start++) expect(() => openDatabase(file, broken)).toThrow('already exists');
  const old = openDatabase(file, []);
  expect([versionOf(old), historyOf(old)]).toEqual([1, ['w1']]);
  expect(old.reader.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'half'`).get()).toBeUndefined();
  close(old);
  const mended = openDatabase(file);
  expect(historyOf(mended)).toEqual(['w1']);
  close(mended);
});

test('[F14] a new file takes the same way and needs no copy', () => {
  const database = openDatabase(file);
  expect(versionOf(database)).toBe(MIGRATIONS.length + 1);
  close(database);
  expect(existsSync(`${file}.version-1`)).toBe(false);
});
