import type { Database } from 'better-sqlite3';
import { toDay, VIEW_DAYS, type PageViews } from '#server/page-views.ts';

const DAY_MS = 24 * 3_600_000;
/** How long a view may be only in memory. */
const FLUSH_MS = 1000;

/**
 * Page views live in the accounts file, where a table can be added without a new version of the data. Anybody can add
 * one, so it does not wait for the disk: all views of one second are written in one transaction.
 */
export function createSqlitePageViews(database: Database): PageViews {
  database.exec(
    `CREATE TABLE IF NOT EXISTS pageView (day TEXT, page TEXT, count INTEGER NOT NULL, PRIMARY KEY (day, page))
     STRICT, WITHOUT ROWID`,
  );
  const add = database.prepare(
    `INSERT INTO pageView VALUES (@day, @page, @count) ON CONFLICT (day, page) DO UPDATE SET count = count + @count`,
  );
  const removeBefore = database.prepare(`DELETE FROM pageView WHERE day < ?`);
  const count = database
    .prepare<[string, string], number>(
      `SELECT COALESCE(SUM(count), 0) FROM pageView WHERE page = ? AND day >= ?`,
    )
    .pluck();

  /** Not written yet, by day and page. */
  const waiting = new Map<string, { readonly day: string; readonly page: string; count: number }>();
  let firstDay = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = database.transaction(() => {
    for (const views of waiting.values()) add.run(views);
    removeBefore.run(firstDay);
  });

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0) return;
    try {
      write.immediate();
      waiting.clear();
    } catch {
      // A full disk: the views stay in memory, and the next one tries again.
    }
  }

  return {
    add(page, at) {
      const day = toDay(at);
      const views = waiting.get(`${day} ${page}`) ?? { day, page, count: 0 };
      views.count += 1;
      waiting.set(`${day} ${page}`, views);
      firstDay = toDay(at - VIEW_DAYS * DAY_MS);
      timer ??= setTimeout(flush, FLUSH_MS).unref();
    },
    count(page, since) {
      flush();
      return count.get(page, toDay(since)) ?? 0;
    },
    flush,
  };
}
