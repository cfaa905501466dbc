import type Database from 'better-sqlite3';
import { AppError } from '#shared/kernel/app-error.ts';

interface Waiting {
  readonly run: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (cause: unknown) => void;
}

type Result = { readonly value: unknown } | { readonly cause: unknown };

export interface CommitQueue {
  /** Runs `work`, possibly twice, in a transaction shared with other waiting work; resolves when it is durable. */
  add<Value>(work: () => Value): Promise<Value>;
  /** Resolves when the queue is empty. */
  drain(): Promise<void>;
}

/** How long writes wait while another process locks the file, like `busy_timeout`; then they are rejected. */
const LONGEST_WAIT_MS = 5000;
const RETRY_MS = 50;

/**
 * Group commit: all work waiting in the same turn of the event loop shares one transaction and one fsync. When one
 * piece fails, all are run again, each in its own savepoint, so that only the failing piece is rejected.
 * @param stop ends the server after a failed flush, without a response to the waiting writes; by default throws an
 *   uncaught exception
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
        // On a full disk or an I/O error SQLite has rolled back the whole transaction.
        if (!database.inTransaction) throw cause;
        return { cause };
      }
    }),
  );

  /** Tries without savepoints first: they copy every touched page, and work hardly ever fails. */
  function runGroup(group: readonly Waiting[]): readonly Result[] {
    try {
      return together.immediate(group);
    } catch (cause) {
      if (group.length === 1 || isFlushFailure(cause) || isLockedElsewhere(cause)) throw cause;
      // Everything was rolled back: run again to find out which piece fails.
      return apart.immediate(group);
    }
  }

  /** SQLite's own busy wait would block every reader of this process too. */
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
      if (isLockedElsewhere(cause) && waitedMs < LONGEST_WAIT_MS) {
        waitedMs += RETRY_MS;
        waiting = group;
        isScheduled = true;
        setTimeout(flush, RETRY_MS);
        return;
      }
      waitedMs = 0;
      // The whole transaction failed (disk full, I/O error): nothing is stored, and every write is rejected.
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

/** After a failed flush the state of the disk is unknown, and the next flush would report success. */
function isFlushFailure(cause: unknown): boolean {
  return /^SQLITE_IOERR_(DIR_)?FSYNC/.test(codeOf(cause));
}

function isLockedElsewhere(cause: unknown): boolean {
  return codeOf(cause).startsWith('SQLITE_BUSY');
}

function codeOf(cause: unknown): string {
  return String((cause as { code?: unknown } | null)?.code);
}

function toFlushError(cause: unknown): AppError {
  const message =
    'The disk did not confirm that it has stored a write. The write was not acknowledged, and the server has stopped, ' +
    'because the state of the disk is unknown. Check the system’s log, then start again: everything acknowledged is checked and kept.';
  return new AppError('data-loss', message, { cause });
}

function throwCause(cause: AppError): never {
  throw cause;
}

function settle(entry: Waiting | undefined, result: Result): void {
  if ('cause' in result) entry?.reject(result.cause);
  else entry?.resolve(result.value as never);
}
