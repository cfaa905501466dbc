import Database from 'better-sqlite3';
import { AppError } from '#shared/kernel/app-error.ts';
import { markLifeEnded } from './data-life.ts';
import { APPLICATION_ID } from './schema.ts';

/**
 * Marks a data file as put back from a backup, before a server opens it: the next opening gives it a new epoch, and
 * devices that know more than it does bring that back. Marking twice is the same as once.
 * @throws AppError `failed-precondition` when the file isn't one of ours
 */
export function markRestored(file: string): void {
  const database = new Database(file, { fileMustExist: true });
  try {
    database.pragma('synchronous = FULL');
    if (Number(database.pragma('application_id', { simple: true })) !== APPLICATION_ID) {
      throw new AppError('failed-precondition', `${file} is no data file of this shop. Nothing was changed.`);
    }
    markLifeEnded(database);
    database.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}
