import type { Database } from 'better-sqlite3';
import { toDay, VIEW_DAYS, type PageViews } from '#server/page-views.ts';

const DAY_MS = 24 * 3_600_000;

/** Page views live in the accounts file, where a table can be added without a new version of the data. */
export function createSqlitePageViews(database: Database): PageViews {
  database.exec(
    `CREATE TABLE IF NOT EXISTS pageView (day TEXT, page TEXT, count INTEGER NOT NULL, PRIMARY KEY (day, page))
     STRICT, WITHOUT ROWID`,
  );
  const add = database.prepare(
    `INSERT INTO pageView VALUES (?, ?, 1) ON CONFLICT (day, page) DO UPDATE SET count = count + 1`,
  );
  const removeBefore = database.prepare(`DELETE FROM pageView WHERE day < ?`);
  const count = database
    .prepare<[string, string], number>(
      `SELECT COALESCE(SUM(count), 0) FROM pageView WHERE page = ? AND day >= ?`,
    )
    .pluck();
  return {
    add(page, at) {
      add.run(toDay(at), page);
      removeBefore.run(toDay(at - VIEW_DAYS * DAY_MS));
    },
    count: (page, since) => count.get(page, toDay(since)) ?? 0,
  };
}
