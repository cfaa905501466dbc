import { AppError } from '#shared/kernel/app-error.ts';
import type { StoreTrouble } from '../document-store.ts';
import type { JobRecord } from './job-store.ts';

/** One that stands as running is worked on no more: whoever asks has made sure. */
export function isResumable({ state, undoneBy }: JobRecord): boolean {
  return undoneBy === null && state !== 'done' && state !== 'receiving';
}

/** @param wish e.g. `cancelled` */
export function notPossible({ id, state, undoneBy }: JobRecord, wish: string): AppError {
  const fact = undoneBy === null ? `is ${state}` : `has been undone by job ${undoneBy}`;
  return new AppError(
    'failed-precondition',
    `Job ${id} ${fact}, so it can’t be ${wish}. Nothing was changed.`,
  );
}

const TROUBLES: Readonly<Record<StoreTrouble, string>> = {
  'disk-full': 'The server’s disk is full. What was written stays; make room, then resume the job.',
  'disk-error':
    'The server’s disk reports errors. What was written stays; look at the disk, then resume the job.',
  'read-only':
    'The server can’t write to its data folder. What was written stays; resume the job when it can.',
  locked: 'Another program held the server’s data file. What was written stays; resume the job.',
};

/** How a job stands whose work has thrown. */
export function toStop(
  error: unknown,
  trouble: StoreTrouble | undefined,
): { readonly state: 'interrupted' | 'failed'; readonly message: string } {
  if (trouble) return { state: 'interrupted', message: TROUBLES[trouble] };
  const reason =
    error instanceof AppError ? error.message : 'Something went wrong on the server; it was logged.';
  return { state: 'failed', message: `${reason} What was written stays; the job can be resumed or undone.` };
}
