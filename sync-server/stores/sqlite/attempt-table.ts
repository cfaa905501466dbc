import type { Database } from 'better-sqlite3';
import type { AttemptRow, AttemptTable } from '#server/accounts/account-tables.ts';

/** How long a count may be only in memory. */
const FLUSH_MS = 1000;

/** More changes than this don't wait for a disk that takes none. */
const MOST_WAITING = 100_000;

/**
 * Attempt counters in the accounts file. Anybody can raise a counter, so a change does not wait for the disk: all
 * changes of one second are written in one transaction. A crash loses at most that second.
 */
export function createSqliteAttempts(database: Database): AttemptTable {
  database.exec(`
    CREATE TABLE IF NOT EXISTS attempt (key TEXT PRIMARY KEY, count INTEGER NOT NULL, endsAt INTEGER NOT NULL)
      STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS attemptByEnd ON attempt (endsAt);
  `);
  const find = database.prepare<[string], AttemptRow>(`SELECT count, endsAt FROM attempt WHERE key = ?`);
  const put = database.prepare(`INSERT OR REPLACE INTO attempt (key, count, endsAt) VALUES (?, ?, ?)`);
  const remove = database.prepare(`DELETE FROM attempt WHERE key = ?`);
  const removeEnded = database.prepare(`DELETE FROM attempt WHERE endsAt <= ?`);

  /** Not written yet; `undefined` for a deleted counter. */
  const changes = new Map<string, AttemptRow | undefined>();
  let endedBy = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = database.transaction(() => {
    for (const [key, row] of changes) {
      if (row) put.run(key, row.count, row.endsAt);
      else remove.run(key);
    }
    removeEnded.run(endedBy);
  });

  function writeAll(): void {
    clearTimeout(timer);
    timer = undefined;
    if (changes.size === 0) return;
    try {
      write.immediate();
      changes.clear();
    } catch {
      // A full disk: the counts in memory apply, and the next change tries again.
      if (changes.size > MOST_WAITING) changes.clear();
    }
  }

  function note(key: string, row: AttemptRow | undefined): void {
    changes.set(key, row);
    timer ??= setTimeout(writeAll, FLUSH_MS).unref();
  }

  return {
    async changeAttempts(keys, now, decide) {
      const { result, rows } = decide(
        keys.map((key) => (changes.has(key) ? changes.get(key) : find.get(key))),
      );
      if (!rows) return result;
      keys.forEach((key, index) => note(key, rows[index]));
      endedBy = now;
      return result;
    },
    flush: async () => writeAll(),
  };
}
