import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#server/stores/sqlite/open-database.ts';
import { createSqliteStore } from '#server/stores/sqlite/sqlite-store.ts';
import { TEST_PROGRAMS } from '../support/programs.ts';

const CHILD = join(TEST_PROGRAMS, 'document-store-kill-child.js');

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'nankeen-kill-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the child, kills it after so many acknowledged writes, and returns all acknowledged writeIds. */
async function pushUntilKilled(file: string, acknowledgements: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [CHILD, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  const received: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    received.push(line);
    if (received.length === acknowledgements) child.kill('SIGKILL');
  }
  expect(await exited).toBe('SIGKILL');
  return received;
}

test('[DU1] after the server is killed, every acknowledged write is stored exactly once', async () => {
  for (const acknowledgements of [1, 40, 333]) {
    const file = join(folder, `${acknowledgements}.sqlite`);
    const acknowledged = await pushUntilKilled(file, acknowledgements);
    expect(acknowledged.length).toBeGreaterThanOrEqual(acknowledgements);
    const store = createSqliteStore(openDatabase(file));
    const stored: string[] = [];
    let after = 0;
    for (;;) {
      const query = { collection: 'contacts', scope: 'everything', after, limit: 500 } as const;
      const { documents, newest } = await store.changesSince(query);
      stored.push(...documents.map(({ writeId }) => writeId));
      after = documents.at(-1)?.sequence ?? newest;
      if (documents.length < 500) break;
    }
    expect(new Set(stored).size).toBe(stored.length);
    expect(acknowledged.filter((writeId) => !stored.includes(writeId))).toEqual([]);
    // A push is stored with both rows or not at all.
    for (const writeId of stored) {
      expect(stored).toContain(writeId.replace(/\d$/, (place) => (place === '0' ? '1' : '0')));
    }
    await store.close();
  }
});
