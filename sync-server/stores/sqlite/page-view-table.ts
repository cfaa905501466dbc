import type { Database } from 'better-sqlite3';
import { toDay, type PageViews } from '#server/page-views.ts';
import { createWaitingViews, type DayViews } from '../waiting-views.ts';

/** Page views live in the accounts file, where a table can be added without a new version of the data. */
export function createSqlitePageViews(database: Database): PageViews {
  database.exec(
    `CREATE TABLE IF NOT EXISTS pageView (day TEXT, page TEXT, count INTEGER NOT NULL, PRIMARY KEY (day, page))
     STRICT, WITHOUT ROWID`,
  );
  const put = database.prepare(
    `INSERT INTO pageView VALUES (@day, @page, @count) ON CONFLICT (day, page) DO UPDATE SET count = count + @count`,
  );
  const removeBefore = database.prepare(`DELETE FROM pageView WHERE day < ?`);
  const count = database
    .prepare<[string, string], number>(
      `SELECT COALESCE(SUM(count), 0) FROM pageView WHERE page = ? AND day >= ?`,
    )
    .pluck();
  const write = database.transaction((views: readonly DayViews[], firstDay: string) => {
    for (const one of views) put.run(one);
    removeBefore.run(firstDay);
  });

  const { add, flush } = createWaitingViews(async (...views) => write.immediate(...views));
  return {
    add,
    flush,
    async count(page, since) {
      await flush();
      return count.get(page, toDay(since)) ?? 0;
    },
  };
}
