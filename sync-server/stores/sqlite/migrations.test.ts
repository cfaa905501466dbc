import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decideWrites, put, toScope } from '../../../tests/contracts/document-store-writes.ts';
import { NEXT_MIGRATIONS } from '../../../tests/support/next-version.ts';
import { openDatabase, type DatabasePair } from './open-database.ts';
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

const NEXT_VERSION = NEXT_MIGRATIONS.length + 1;
const COPY = `version-${NEXT_VERSION - 1}`;

/** A file as the current server leaves it. @returns its epoch */
async function writePresentVersion(): Promise<string> {
  const store = createSqliteStore(openDatabase(file));
  await put(store, { id: 'old', writeId: 'w1', at: '2026-03-02T09:00:00.000Z' });
  await store.close();
  return store.epoch;
}

const versionOf = ({ writer }: DatabasePair) => writer.pragma('user_version', { simple: true });
const writesIn = ({ reader }: DatabasePair) =>
  reader.prepare<[], string>('SELECT writeId FROM history').pluck().all();

test('[F14] a file of this version is upgraded to the next one with all its data', async () => {
  const epoch = await writePresentVersion();
  const database = openDatabase(file, NEXT_MIGRATIONS);
  expect(versionOf(database)).toBe(NEXT_VERSION);
  expect(database.epoch).toBe(epoch);
  expect(database.reader.prepare('SELECT size FROM head').pluck().all()).toEqual(['{"FBUID":"old"}'.length]);
  const store = createSqliteStore(database);
  expect(await store.read({ collection: 'contacts', id: 'old' })).toMatchObject({ data: { FBUID: 'old' } });
  expect(await put(store, { id: 'new' })).toEqual([2]);
  await store.close();
});

test('[F14] [HI1] each document’s history is found after the upgrade and continues', async () => {
  await writePresentVersion();
  const before = createSqliteStore(openDatabase(file));
  await put(before, { id: 'old' }, { id: 'other' }, { id: 'old' }, { id: 'other' });
  await before.close();
  const store = createSqliteStore(openDatabase(file, NEXT_MIGRATIONS));
  const at = '2026-03-03T09:00:00.000Z';
  expect(await put(store, { id: 'old', at }, { id: 'new', at }, { id: 'old', at })).toEqual([6, 7, 8]);
  const sequencesOf = async (id: string) =>
    (await store.history({ collection: 'contacts', id }, undefined, 10)).map(({ sequence }) => sequence);
  expect(await sequencesOf('old')).toEqual([8, 6, 4, 2, 1]);
  expect(await sequencesOf('other')).toEqual([5, 3]);
  expect(await sequencesOf('new')).toEqual([7]);
  await store.close();
});

test('[F14] [R-ENT-10] the products of a file of version 1 keep their price ids', async () => {
  const store = createSqliteStore(openDatabase(file));
  const product = (id: string, description: string) => ({
    id,
    collection: 'products',
    data: { FBUID: id, productPrices: [{ value: '1.00', label: '', description }] },
  });
  await put(store, product('a', 'price_a'), product('b', ''), product('c', 'price_c'));
  await put(store, { ...product('c', 'price_c'), deleted: true });
  await store.close();
  const old = new Database(file);
  old.exec('DROP TABLE price; PRAGMA user_version = 1');
  old.close();

  const upgraded = createSqliteStore(openDatabase(file));
  const found = await upgraded.commit(toScope([]), (view) => ({
    ...decideWrites(view, []),
    result: ['price_a', '', 'price_c'].map((priceId) => view.productsWithPrice(priceId)),
  }));
  expect(found).toEqual([['a'], [], []]);
  await upgraded.close();
});

test('[F14] before the upgrade the file is copied for the server that wrote it', async () => {
  await writePresentVersion();
  close(openDatabase(file, NEXT_MIGRATIONS));
  const copy = `${file}.${COPY}`;
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  const old = openDatabase(copy);
  expect([versionOf(old), writesIn(old)]).toEqual([NEXT_VERSION - 1, ['w1']]);
  close(old);
  close(openDatabase(file, NEXT_MIGRATIONS));
  expect(existsSync(`${copy}.partial`)).toBe(false);
});

test('[F14] an upgrade that can’t keep a copy doesn’t begin', async () => {
  await writePresentVersion();
  // Something else is in the copy's place.
  mkdirSync(`${file}.${COPY}.partial`);
  expect(() => openDatabase(file, NEXT_MIGRATIONS)).toThrow(
    /version-\d+, kept before an update, can’t be written .+Nothing was changed/,
  );
  const old = openDatabase(file);
  expect([versionOf(old), writesIn(old)]).toEqual([NEXT_VERSION - 1, ['w1']]);
  close(old);
});

test('[F14] a failed schema upgrade leaves the file unchanged, start after start', async () => {
  await writePresentVersion();
  const broken = [...NEXT_MIGRATIONS, 'CREATE TABLE half (id TEXT); CREATE TABLE half (id TEXT)'];
  for (let start = 0; start < 3; start++) expect(() => openDatabase(file, broken)).toThrow('already exists');
  const old = openDatabase(file);
  expect([versionOf(old), writesIn(old)]).toEqual([NEXT_VERSION - 1, ['w1']]);
  expect(old.reader.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'half'`).get()).toBeUndefined();
  close(old);
  const mended = openDatabase(file, NEXT_MIGRATIONS);
  expect(writesIn(mended)).toEqual(['w1']);
  close(mended);
});

test('[F14] a new file goes through the same upgrades and needs no copy', () => {
  const database = openDatabase(file, NEXT_MIGRATIONS);
  expect(versionOf(database)).toBe(NEXT_VERSION);
  close(database);
  expect(existsSync(`${file}.version-1`)).toBe(false);
});
