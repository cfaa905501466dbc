import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { createSqlitePageViews } from '#server/stores/sqlite/page-view-table.ts';
import { createMemoryPageViews } from '../support/memory-storage.ts';

const DAY_MS = 24 * 3_600_000;
const MORNING = Date.parse('2026-03-02T08:00:00.000Z');

describe.each([
  ['memory', createMemoryPageViews],
  ['sqlite', () => createSqlitePageViews(new Database(':memory:'))],
] as const)('page views in %s', (_kind, create) => {
  test('[R-CAL-18] views are counted by page and day', () => {
    const views = create();
    for (const at of [MORNING, MORNING, MORNING + DAY_MS]) views.add('/a', at);
    views.add('/b', MORNING);
    expect(views.count('/a', MORNING + 3_600_000)).toBe(3);
    expect(views.count('/a', MORNING + DAY_MS)).toBe(1);
    expect(views.count('/b', MORNING)).toBe(1);
    expect(views.count('/c', 0)).toBe(0);
  });

  test('[R-CAL-18] views are forgotten after 400 days', () => {
    const views = create();
    views.add('/a', MORNING);
    views.add('/a', MORNING + 400 * DAY_MS);
    expect(views.count('/a', 0)).toBe(2);
    views.add('/a', MORNING + 401 * DAY_MS);
    expect(views.count('/a', 0)).toBe(2);
  });
});

test('[R-CAL-18] views survive a restart, and a disk that takes none keeps them in memory', () => {
  const database = new Database(':memory:');
  const first = createSqlitePageViews(database);
  first.add('/a', MORNING);
  database.pragma('query_only = ON');
  first.flush();
  database.pragma('query_only = OFF');
  first.add('/a', MORNING);
  first.flush();
  expect(createSqlitePageViews(database).count('/a', MORNING)).toBe(2);
});
