import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

/** What another connection sees: only what is committed. */
const stored = () => other.prepare<[], string>(`SELECT key FROM attempt ORDER BY key`).pluck().all();
/** Changes with every commit of another connection. */
const version = () => other.pragma('data_version', { simple: true });

test('[T07] [T10] a thousand counts wait for the disk once, within a second', () => {
  const attempts = createSqliteAttempts(database);
  const before = version();
  for (let count = 1; count <= 1000; count++) attempts.putAttempt(`key ${count}`, { count, endsAt: 5000 });
  expect(attempts.attempt('key 7')).toEqual({ count: 7, endsAt: 5000 });
  vi.advanceTimersByTime(999);
  expect([stored(), version()]).toEqual([[], before]);
  vi.advanceTimersByTime(1);
  const after = version();
  expect([stored().length, after === before]).toEqual([1000, false]);
  vi.advanceTimersByTime(60_000);
  expect(version()).toBe(after);
  expect(attempts.attempt('key 7')).toEqual({ count: 7, endsAt: 5000 });
});

test('[T07] a deleted count and the expired ones are gone from the file too', () => {
  const attempts = createSqliteAttempts(database);
  for (const [key, endsAt] of [
    ['current', 5000],
    ['ended', 1000],
    ['successful', 5000],
  ] as const)
    attempts.putAttempt(key, { count: 1, endsAt });
  attempts.flush();
  attempts.deleteAttempt('successful');
  attempts.deleteAttemptsBefore(1000);
  expect(attempts.attempt('successful')).toBeUndefined();
  attempts.flush();
  expect(stored()).toEqual(['current']);
});

test('[T07] while the disk takes nothing the counts apply, and the next change stores all of them', () => {
  const attempts = createSqliteAttempts(database);
  database.pragma('query_only = 1');
  attempts.putAttempt('first', { count: 3, endsAt: 5000 });
  vi.advanceTimersByTime(1000);
  expect([stored(), attempts.attempt('first')]).toEqual([[], { count: 3, endsAt: 5000 }]);
  database.pragma('query_only = 0');
  attempts.putAttempt('second', { count: 1, endsAt: 5000 });
  vi.advanceTimersByTime(1000);
  expect(stored()).toEqual(['first', 'second']);
});
