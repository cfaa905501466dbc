import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createSqlitePageViews } from '#server/stores/sqlite/page-view-table.ts';
import { createMemoryPageViews } from '../support/memory-storage.ts';
import { testPageViews } from './page-views-contract.ts';

const MORNING = Date.parse('2026-03-02T08:00:00.000Z');

testPageViews('page views in memory', createMemoryPageViews);
testPageViews('page views on SQLite', () => createSqlitePageViews(new Database(':memory:')));

test('[R-CAL-18] views survive a restart, and a disk that takes none keeps them in memory', async () => {
  const database = new Database(':memory:');
  const first = createSqlitePageViews(database);
  first.add('/a', MORNING);
  database.pragma('query_only = ON');
  await first.flush();
  database.pragma('query_only = OFF');
  first.add('/a', MORNING);
  await first.flush();
  expect(await createSqlitePageViews(database).count('/a', MORNING)).toBe(2);
});
