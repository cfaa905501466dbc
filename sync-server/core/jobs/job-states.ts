import { AppError } from '#shared/kernel/app-error.ts';
import { READ_FAILURES, type ReadSide } from '#shared/migration/read-failures.ts';
import type { StoreFailure } from '../document-store.ts';
import type { JobRecord } from './job-store.ts';
import { ReadError } from './with-read-context.ts';

/** @param wish a participle like `cancelled` */
export function notPossible(job: JobRecord, wish: string): AppError {
  const { id, state, undoneBy, partlyUndoneBy } = job;
  let fact = `is ${state}`;
  if (partlyUndoneBy !== undefined) fact = `was partly undone by job ${partlyUndoneBy}`;
  if (undoneBy !== null) fact = `has been undone by job ${undoneBy}`;
  return new AppError(
    'failed-precondition',
    `Job ${id} ${fact}, so it can’t be ${wish}. Nothing was changed.`,
  );
}

/** The record without the reason of an earlier stop. */
export function withoutFailure({ failedRead: _failedRead, ...job }: JobRecord): JobRecord {
  return { ...job, message: null };
}

const FAILURES: Readonly<Record<StoreFailure, string>> = {
  'disk-full': 'The server’s disk is full. What was written stays; make room, then resume the job.',
  'disk-error':
    'The server’s disk reports errors. What was written stays; look at the disk, then resume the job.',
  'read-only':
    'The server can’t write to its data folder. What was written stays; resume the job when it can.',
  locked: 'Another program held the server’s data file. What was written stays; resume the job.',
  unreachable: 'The database did not answer. What was written stays; resume the job when it does.',
  standby: 'The database took no writes. What was written stays; resume the job when it does.',
};

export interface Stop {
  readonly state: 'interrupted' | 'failed';
  readonly message: string;
  readonly failedRead?: ReadSide;
}

export interface Stopped {
  readonly end: Stop;
  /** The log line. */
  readonly logged: string;
  /** Whether a later try may succeed although nobody does anything. */
  readonly isPassing: boolean;
}

/** The state of a job whose work has thrown. */
export function toStop(error: unknown, failure: StoreFailure | undefined): Stopped {
  const end = toEnd(error, failure);
  const isPassing = failure !== undefined || (error instanceof AppError && error.code === 'unavailable');
  if (!(error instanceof ReadError)) return { end, logged: 'A job has stopped.', isPassing };
  return { end: { ...end, failedRead: error.role }, logged: READ_FAILURES[error.role], isPassing };
}

function toEnd(error: unknown, failure: StoreFailure | undefined): Stop {
  if (failure) return { state: 'interrupted', message: FAILURES[failure] };
  const reason =
    error instanceof AppError ? error.message : 'Something went wrong on the server; it was logged.';
  return { state: 'failed', message: `${reason} What was written stays; the job can be resumed or undone.` };
}
