import type Database from 'better-sqlite3';

interface Waiting {
  readonly run: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (cause: unknown) => void;
}

export interface CommitQueue {
  /** Runs `work` in a transaction that other waiting work shares; resolves when it is durable. */
  add<Result>(work: () => Result): Promise<Result>;
  /** Resolves when nothing waits any more. */
  drain(): Promise<void>;
}

/**
 * Group commit: whatever waits in the same turn of the event loop shares one transaction and one fsync, each in a
 * savepoint of its own, so that one that fails takes nobody along.
 */
export function createCommitQueue(database: Database.Database): CommitQueue {
  let waiting: Waiting[] = [];
  let isScheduled = false;
  let drained: (() => void)[] = [];

  const inSavepoint = database.transaction((run: () => unknown) => run());
  const inTransaction = database.transaction((group: readonly Waiting[]) =>
    group.map(({ run }) => {
      try {
        return { value: inSavepoint(run) };
      } catch (cause) {
        // On a full disk or an I/O error SQLite has rolled back the whole transaction, neighbours included.
        if (!database.inTransaction) throw cause;
        return { cause };
      }
    }),
  );

  function flush(): void {
    const group = waiting;
    waiting = [];
    isScheduled = false;
    try {
      const results = inTransaction.immediate(group);
      for (const [index, result] of results.entries()) settle(group[index], result);
    } catch (cause) {
      // The transaction as a whole failed (disk full, I/O error): nobody's write is stored, and everybody is told.
      for (const entry of group) entry.reject(cause);
    }
    for (const resolve of drained) resolve();
    drained = [];
  }

  return {
    add: (work) =>
      new Promise((resolve, reject) => {
        waiting.push({ run: work, resolve: resolve as (value: never) => void, reject });
        if (isScheduled) return;
        isScheduled = true;
        setImmediate(flush);
      }),
    drain: () => (isScheduled ? new Promise((resolve) => drained.push(resolve)) : Promise.resolve()),
  };
}

function settle(entry: Waiting | undefined, result: { value: unknown } | { cause: unknown }): void {
  if ('cause' in result) entry?.reject(result.cause);
  else entry?.resolve(result.value as never);
}
