import type { QueuedFile } from './file-queue.ts';

/** The files that a new document with this content waits for. */
export function findAwaited<File extends Pick<QueuedFile, 'id' | 'isAwaited'>>(
  files: readonly File[],
  content: object,
): readonly File[] {
  const text = JSON.stringify(content);
  return files.filter(({ id, isAwaited }) => isAwaited && text.includes(id));
}

/** How many files of an account wait. */
export function countFiles(files: readonly QueuedFile[], accountId: string | undefined): number {
  return files.filter((file) => file.accountId === accountId).length;
}
