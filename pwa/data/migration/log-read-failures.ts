import { AppError } from '#shared/kernel/app-error.ts';
import type { DocumentErrorCode } from '#shared/kernel/document-codes.ts';
import type { Job } from '#shared/migration/job.ts';
import { READ_FAILURES } from '#shared/migration/read-failures.ts';
import { logError } from '../log.ts';

/** What is wrong with the question itself, not with reading. */
const NOT_READING: ReadonlySet<DocumentErrorCode> = new Set<DocumentErrorCode>([
  'invalid-argument',
  'already-exists',
  'failed-precondition',
  'aborted',
  'out-of-range',
]);

/** Logs why a plan could not be made, if a collection could not be read for it. */
export function logUnread(error: unknown): void {
  if (error instanceof AppError && NOT_READING.has(error.code)) return;
  const isTarget = error instanceof AppError && error.path === 'target';
  logError(READ_FAILURES[isTarget ? 'target' : 'source'], error);
}

export interface ReadFailureLog {
  /** @param jobs all there are, as they stand now */
  follow(jobs: readonly Job[]): void;
  /** The job goes on, and may be stopped once more. */
  forget(id: string): void;
}

/** Logs each job that a read has stopped, once; what had stopped before the jobs were first asked for is no news. */
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
