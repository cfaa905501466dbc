import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { truncateLog } from './connection-settings.ts';

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
