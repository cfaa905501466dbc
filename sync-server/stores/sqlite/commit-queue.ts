import type Database from 'better-sqlite3';
import { AppError } from '#shared/kernel/app-error.ts';

interface Waiting {
  readonly run: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (cause: unknown) => void;
}

type Result = { readonly value: unknown } | { readonly cause: unknown };

export interface CommitQueue {
  /** Runs `work`, perhaps twice, in a transaction that other waiting work shares; resolves when it is durable. */
  add<Value>(work: () => Value): Promise<Value>;
  /** Resolves when nothing waits any more. */
  drain(): Promise<void>;
}

/** How long writes wait while another process holds the file, as `busy_timeout` would; then they are told to come again. */
const LONGEST_WAIT_MS = 5000;
const RETRY_MS = 50;

/**
 * Group commit: whatever waits in the same turn of the event loop shares one transaction and one fsync. When one of them
 * fails all are run again, each in a savepoint of its own, so that it takes nobody along: work is run once or twice.
 * @param stop ends the server after a failed flush; whoever waits gets no answer. An uncaught exception unless given
 */
export function createCommitQueue(
  database: Database.Database,
  stop: (cause: AppError) => void = throwCause,
): CommitQueue {
  let waiting: Waiting[] = [];
  let isScheduled = false;
  let waitedMs = 0;
  let drained: (() => void)[] = [];

  const together = database.transaction((group: readonly Waiting[]) =>
    group.map(({ run }): Result => ({ value: run() })),
  );
  const inSavepoint = database.transaction((run: () => unknown) => run());
  const apart = database.transaction((group: readonly Waiting[]) =>
    group.map(({ run }): Result => {
      try {
        return { value: inSavepoint(run) };
      } catch (cause) {
        // On a full disk or an I/O error SQLite has rolled back the whole transaction, neighbours included.
        if (!database.inTransaction) throw cause;
        return { cause };
      }
    }),
  );

  /** Savepoints cost a copy of every page that is touched, and hardly any work ever fails. */
  function runGroup(group: readonly Waiting[]): readonly Result[] {
    try {
      return together.immediate(group);
    } catch (cause) {
      if (group.length === 1 || isFlushFailure(cause) || isHeldElsewhere(cause)) throw cause;
      // All of it was rolled back: once more, to find out which one fails.
      return apart.immediate(group);
    }
  }

  /** SQLite's own waiting would hold up every reader of this process too. */
  function withoutWaiting<Value>(work: () => Value): Value {
    database.exec('PRAGMA busy_timeout = 0');
    try {
      return work();
    } finally {
      database.exec(`PRAGMA busy_timeout = ${LONGEST_WAIT_MS}`);
    }
  }

  function flush(): void {
    const group = waiting;
    waiting = [];
    isScheduled = false;
    try {
      const results = withoutWaiting(() => runGroup(group));
      waitedMs = 0;
      for (const [index, result] of results.entries()) settle(group[index], result);
    } catch (cause) {
      if (isFlushFailure(cause)) return stop(toFlushError(cause));
      if (isHeldElsewhere(cause) && waitedMs < LONGEST_WAIT_MS) {
        waitedMs += RETRY_MS;
        waiting = group;
        isScheduled = true;
        setTimeout(flush, RETRY_MS);
        return;
      }
      waitedMs = 0;
      // The transaction as a whole failed (disk full, I/O error): nobody's write is stored, and everybody is told.
      for (const entry of group) entry.reject(cause);
    }
    for (const resolve of drained) resolve();
    drained = [];
  }

  return {
    add: (work) =>
      new Promise((resolve, reject) => {
        waiting.push({ run: work, resolve, reject });
        if (isScheduled) return;
        isScheduled = true;
        setImmediate(flush);
      }),
    drain: () => (isScheduled ? new Promise((resolve) => drained.push(resolve)) : Promise.resolve()),
  };
}

/** What a failed flush has left on the disk nobody knows, and the next one would say that all is well. */
function isFlushFailure(cause: unknown): boolean {
  return /^SQLITE_IOERR_(DIR_)?FSYNC/.test(codeOf(cause));
}

function isHeldElsewhere(cause: unknown): boolean {
  return codeOf(cause).startsWith('SQLITE_BUSY');
}

function codeOf(cause: unknown): string {
  return String((cause as { code?: unknown } | null)?.code);
}

function toFlushError(cause: unknown): AppError {
  const message =
    'The disk did not confirm that it has stored a write. The write was not acknowledged, and the server has ended, since what ' +
    'is on the disk now is uncertain. Look at the system’s log, then start again: everything acknowledged is checked and kept.';
  return new AppError('data-loss', message, { cause });
}

function throwCause(cause: AppError): never {
  throw cause;
}

function settle(entry: Waiting | undefined, result: Result): void {
  if ('cause' in result) entry?.reject(result.cause);
  else entry?.resolve(result.value as never);
}
