import { AppError } from '#shared/kernel/app-error.ts';
import type { JobRecord } from './job-store.ts';

/** @throws AppError `failed-precondition` for a job that has not ended or is undone */
export function assertUndoable({ id, state, undoneBy }: JobRecord): void {
  if (state === 'running' || state === 'receiving') {
    throw new AppError('failed-precondition', `Job ${id} has not ended. Cancel it first, or wait.`);
  }
  if (undoneBy !== null) {
    const message = `Job ${id} has been undone by job ${undoneBy}. To have it back, undo that one.`;
    throw new AppError('failed-precondition', message);
  }
}

/** Marks a job as undone by another. @throws AppError as `assertUndoable` */
export function markUndone(job: JobRecord, undoneBy: string): JobRecord {
  assertUndoable(job);
  return { ...job, undoneBy };
}

/** Clears the mark after the other job was cancelled. */
export function clearUndone(job: JobRecord | undefined, undoing: JobRecord): readonly JobRecord[] {
  if (job?.undoneBy !== undoing.id) return [];
  const partly = undoing.position > 0 ? { partlyUndoneBy: undoing.id } : {};
  return [{ ...job, undoneBy: null, ...partly }];
}

/**
 * Sets the mark again when the other job resumes.
 * @throws AppError `failed-precondition` when a third job undoes it by now
 */
export function restoreUndone(job: JobRecord | undefined, undoneBy: string): readonly JobRecord[] {
  if (!job || job.undoneBy === undoneBy) return [];
  return [markUndone(job, undoneBy)];
}

/** Whether a job's changes are in effect: it was not undone, or its undo was. */
export function isInEffect({ undoneBy }: JobRecord, find: (id: string) => JobRecord | undefined): boolean {
  if (undoneBy === null) return true;
  const undoing = find(undoneBy);
  return undoing !== undefined && !isInEffect(undoing, find);
}
