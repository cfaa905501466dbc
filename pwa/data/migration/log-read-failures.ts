import { AppError } from '#shared/kernel/app-error.ts';
import type { DocumentErrorCode } from '#shared/kernel/document-codes.ts';
import type { Job } from '#shared/migration/job.ts';
import { READ_FAILURES } from '#shared/migration/read-failures.ts';
import { logError } from '../log.ts';

/** Codes that mean a wrong request, not a failed read. */
const NOT_READING: ReadonlySet<DocumentErrorCode> = new Set<DocumentErrorCode>([
  'invalid-argument',
  'already-exists',
  'failed-precondition',
  'aborted',
  'out-of-range',
]);

/** Logs the error of a plan if reading a collection failed. */
export function logUnread(error: unknown): void {
  if (error instanceof AppError && NOT_READING.has(error.code)) return;
  const isTarget = error instanceof AppError && error.path === 'target';
  logError(READ_FAILURES[isTarget ? 'target' : 'source'], error);
}

export interface ReadFailureLog {
  /** @param jobs the current state of all jobs */
  follow(jobs: readonly Job[]): void;
  /** Call when the job is resumed: if it stops again, it is logged again. */
  forget(id: string): void;
}

/** Logs each job that a failed read has stopped, once. Jobs stopped before the first `follow` are not logged. */
export function createReadFailureLog(): ReadFailureLog {
  let known: Set<string> | undefined;
  return {
    follow(jobs) {
      const stopped = new Set<string>();
      for (const { id, message, failedRead } of jobs) {
        if (!failedRead) continue;
        stopped.add(id);
        if (known && !known.has(id)) logError(READ_FAILURES[failedRead], message);
      }
      known = stopped;
    },
    forget: (id) => void known?.delete(id),
  };
}
