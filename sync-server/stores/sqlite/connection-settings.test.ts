import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { truncateLog } from './connection-settings.ts';
import { openAccountsDatabase } from './open-accounts-database.ts';

it('[PR3] the write-ahead log is emptied as soon as nobody reads any more', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nankeen-log-'));
  const file = join(folder, 'data.sqlite');
  const [writer, reader] = [new Database(file), new Database(file)];
  onTestFinished(() => {
    writer.close();
    reader.close();
    rmSync(folder, { recursive: true });
  });
  writer.pragma('journal_mode = WAL');
  writer.exec(`CREATE TABLE person (name TEXT); INSERT INTO person VALUES ('Ada Lovelace')`);
  reader.exec('BEGIN; SELECT * FROM person');
  writer.exec('DELETE FROM person');
  truncateLog(writer);
  const log = () => readFileSync(`${file}-wal`, 'latin1');
  expect(log()).toContain('Ada Lovelace');
  reader.exec('COMMIT');
  await expect.poll(() => log().length).toBe(0);
});

it('[PR3] a log that somebody still reads at the start is emptied as soon as nobody reads any more', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nankeen-log-'));
  const file = join(folder, 'accounts.sqlite');
  const [killed, reader] = [new Database(file), new Database(file)];
  killed.pragma('journal_mode = WAL');
  killed.exec(`CREATE TABLE person (name TEXT); INSERT INTO person VALUES ('Ada Lovelace')`);
  reader.exec('BEGIN; SELECT * FROM person');
  killed.exec('DELETE FROM person');
  const opened = openAccountsDatabase(file, true);
  onTestFinished(() => {
    for (const database of [killed, reader, opened]) database.close();
    rmSync(folder, { recursive: true });
  });
  const log = () => readFileSync(`${file}-wal`, 'latin1');
  expect(log()).toContain('Ada Lovelace');
  reader.exec('COMMIT');
  await expect.poll(() => log().length).toBe(0);
});
