import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '#shared/kernel/app-error.ts';
import type { StoreFailure } from '#server/core/document-store.ts';

/** SQLSTATE classes and codes of failures that pass. */
const UNREACHABLE = /^(?:08|57P0)/;
const DISK_FULL = '53100';
const READ_ONLY = '25006';
/** It waited too long for a lock, for its statement or for a connection; or stood still within a transaction. */
const BUSY = ['55P03', '57014', '53300', '25P03'];
/** The transaction has ended without an effect, and may succeed when run again. */
const UNDONE = ['40001', '40P01', '25P03'];

const UNKNOWN_OUTCOME =
  'The database did not answer, so nobody knows yet whether this was stored. Try again: nothing is stored twice.';

/** A failure of the database that passes: the caller may try again. */
export class DatabaseError extends AppError {
  /** Why nothing can be stored for now; `undefined` where that concerned this call only. */
  readonly failure: StoreFailure | undefined;
  /** Whether the call certainly had no effect and is worth running again at once. */
  readonly isUndone: boolean;

  constructor(message: string, { cause, failure }: { cause: unknown; failure?: StoreFailure }) {
    super('unavailable', message, { cause, retryAfter: failure === undefined ? 2 : 5, reason: failure });
    this.failure = failure;
    this.isUndone = UNDONE.includes(codeOf(cause));
    const call = calls.getStore();
    if (call) call.failure = this;
  }
}

const calls = new AsyncLocalStorage<{ failure?: DatabaseError }>();

/**
 * Calls a library that doesn't say why it failed.
 * @param call throws or resolves to a response with a status from 500
 * @throws DatabaseError the last one within the call, if the call fails
 */
export async function tellFailure<Result>(call: () => Promise<Result>): Promise<Result> {
  const told: { failure?: DatabaseError } = {};
  const result = await calls.run(told, call).catch((cause: unknown) => {
    throw told.failure ?? cause;
  });
  if (told.failure && result instanceof Response && result.status >= 500) throw told.failure;
  return result;
}

/** @returns the error that callers hear of; one that does not pass stays as it is */
export function toDatabaseError(cause: unknown): unknown {
  const code = codeOf(cause);
  if (cause instanceof AppError) return cause;
  if (code === DISK_FULL)
    return new DatabaseError('The database’s disk is full. Nothing was stored; try again soon.', {
      cause,
      failure: 'disk-full',
    });
  if (code === READ_ONLY)
    return new DatabaseError(
      'The database takes no writes: it is a standby. Nothing was stored; try again soon.',
      {
        cause,
        failure: 'standby',
      },
    );
  if (BUSY.includes(code) || UNDONE.includes(code) || isWaitForConnection(cause))
    return new DatabaseError('The database is busy. Nothing was stored; try again soon.', { cause });
  if (!isAnswer(code) || UNREACHABLE.test(code))
    return new DatabaseError(UNKNOWN_OUTCOME, { cause, failure: 'unreachable' });
  return cause;
}

/** All connections of this node were in use for too long. */
function isWaitForConnection(cause: unknown): boolean {
  return (cause as Error).message.startsWith('timeout exceeded when trying to connect');
}

/** The five characters with which PostgreSQL answers; those of Node's own errors are words. */
function isAnswer(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code);
}

function codeOf(cause: unknown): string {
  return String((cause as { code?: unknown } | null)?.code);
}
