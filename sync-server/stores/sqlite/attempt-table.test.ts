import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AttemptRow, AttemptTable } from '#server/accounts/account-tables.ts';
import { createSqliteAttempts } from './attempt-table.ts';
import { openAccountsDatabase } from './open-accounts-database.ts';

let folder: string;
let database: ReturnType<typeof openAccountsDatabase>;
let other: ReturnType<typeof openAccountsDatabase>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  folder = mkdtempSync(join(tmpdir(), 'nankeen-attempts-'));
  const file = join(folder, 'accounts.sqlite');
  database = openAccountsDatabase(file);
  other = openAccountsDatabase(file);
});
afterEach(() => {
  database.close();
  other.close();
  rmSync(folder, { recursive: true, force: true });
  vi.useRealTimers();
});

/** @param rows by key; `undefined` deletes one @param now when others have expired */
const put = (attempts: AttemptTable, rows: Record<string, AttemptRow | undefined>, now = 0) =>
  attempts.changeAttempts(Object.keys(rows), now, () => ({ result: undefined, rows: Object.values(rows) }));
const read = (attempts: AttemptTable, key: string) =>
  attempts.changeAttempts([key], 0, ([row]) => ({ result: row }));

/** What another connection sees: only what is committed. */
const stored = () => other.prepare<[], string>(`SELECT key FROM attempt ORDER BY key`).pluck().all();
/** Changes with every commit of another connection. */
const version = () => other.pragma('data_version', { simple: true });

test('[T07] [T10] a thousand counts wait for the disk once, within a second', async () => {
  const attempts = createSqliteAttempts(database);
  const before = version();
  for (let count = 1; count <= 1000; count++)
    await put(attempts, { [`key ${count}`]: { count, endsAt: 5000 } });
  expect(await read(attempts, 'key 7')).toEqual({ count: 7, endsAt: 5000 });
  vi.advanceTimersByTime(999);
  expect([stored(), version()]).toEqual([[], before]);
  vi.advanceTimersByTime(1);
  const after = version();
  expect([stored().length, after === before]).toEqual([1000, false]);
  vi.advanceTimersByTime(60_000);
  expect(version()).toBe(after);
  expect(await read(attempts, 'key 7')).toEqual({ count: 7, endsAt: 5000 });
});

test('[T07] a deleted count and the expired ones are gone from the file too', async () => {
  const attempts = createSqliteAttempts(database);
  await put(attempts, {
    current: { count: 1, endsAt: 5000 },
    ended: { count: 1, endsAt: 1000 },
    successful: { count: 1, endsAt: 5000 },
  });
  await attempts.flush();
  await put(attempts, { successful: undefined }, 1000);
  expect(await read(attempts, 'successful')).toBeUndefined();
  await attempts.flush();
  expect(stored()).toEqual(['current']);
});

test('[T07] while the disk takes nothing the counts apply, and the next change stores all of them', async () => {
  const attempts = createSqliteAttempts(database);
  database.pragma('query_only = 1');
  await put(attempts, { first: { count: 3, endsAt: 5000 } });
  vi.advanceTimersByTime(1000);
  expect([stored(), await read(attempts, 'first')]).toEqual([[], { count: 3, endsAt: 5000 }]);
  database.pragma('query_only = 0');
  await put(attempts, { second: { count: 1, endsAt: 5000 } });
  vi.advanceTimersByTime(1000);
  expect(stored()).toEqual(['first', 'second']);
});
