import { AppError } from '#shared/kernel/app-error.ts';
import type { JobRecord } from './job-store.ts';

/** @throws AppError `failed-precondition` for a job that hasn't ended or is undone */
export function assertUndoable({ id, state, undoneBy }: JobRecord): void {
  if (state === 'running' || state === 'receiving') {
    throw new AppError('failed-precondition', `Job ${id} has not ended. Cancel it first, or wait.`);
  }
  if (undoneBy !== null) {
    const message = `Job ${id} has been undone by job ${undoneBy}. To have it back, undo that one.`;
    throw new AppError('failed-precondition', message);
  }
}

/** A job that another one undoes. @throws AppError as `assertUndoable` */
export function toUndone(job: JobRecord, undoneBy: string): JobRecord {
  assertUndoable(job);
  return { ...job, undoneBy };
}

/** The same after that other one was cancelled. */
export function toUndoneNoMore(job: JobRecord | undefined, undoneBy: string): readonly JobRecord[] {
  return job?.undoneBy === undoneBy ? [{ ...job, undoneBy: null }] : [];
}

/** The same when that other one goes on. @throws AppError `failed-precondition` when a third one undoes it by now */
export function toUndoneAgain(job: JobRecord | undefined, undoneBy: string): readonly JobRecord[] {
  if (!job || job.undoneBy === undoneBy) return [];
  return [toUndone(job, undoneBy)];
}

/** Whether what a job did holds: it wasn't undone, or its undoing was. */
export function isInEffect({ undoneBy }: JobRecord, find: (id: string) => JobRecord | undefined): boolean {
  if (undoneBy === null) return true;
  const undoing = find(undoneBy);
  return undoing !== undefined && !isInEffect(undoing, find);
}
