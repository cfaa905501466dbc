import Database from 'better-sqlite3';
import { vi } from 'vitest';

export interface StatementWatch {
  /** How many statements read and wrote since the watch began. */
  counts(): { readonly reads: number; readonly writes: number };
  /** Runs something without counting it. */
  unseen<Result>(run: () => Result): Result;
}

/** Counts the statements of databases that are opened from now on, until `vi.restoreAllMocks`. */
export function watchStatements(): StatementWatch {
  let [reads, writes, isWatching] = [0, 0, true];
  const { prepare } = Database.prototype;
  vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql);
    for (const method of ['run', 'get', 'all', 'iterate'] as const) {
      const run = statement[method].bind(statement) as (...values: unknown[]) => never;
      statement[method] = (...values: unknown[]) => {
        if (isWatching && /^\s*SELECT/i.test(sql)) reads++;
        else if (isWatching) writes++;
        return run(...values);
      };
    }
    return statement;
  });
  return {
    counts: () => ({ reads, writes }),
    unseen(run) {
      isWatching = false;
      try {
        return run();
      } finally {
        isWatching = true;
      }
    },
  };
}
