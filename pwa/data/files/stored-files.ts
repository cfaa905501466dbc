import type { FileRecord } from './file-database.ts';

/** The server removes a file that nothing has used for 30 days: one that is this old is announced again. */
const ANNOUNCED_MS = 7 * 24 * 3_600_000;
/** A form that a file was added to is on the disk by then. */
const ADDING_MS = 60_000;

/** As long, Undo may bring a file back into its form. */
export const UNDO_MS = 60_000;

/** Whether only forms use a file, so that it is needed as long as one of them names it. */
export function isOfForms({ usedBy }: FileRecord): boolean {
  return usedBy.length > 0 && usedBy.every((use) => !use.includes('|'));
}

/** Whether the server may no longer have a stored file. */
export function isDue(record: FileRecord, now: number): boolean {
  const age = ageOf(record, now);
  // A clock that was set back says nothing.
  return record.state === 'stored' && !(age >= 0 && age < ANNOUNCED_MS);
}

/** Whether a file needs to be kept only for what names it. */
export function isSettled(record: FileRecord, now: number): boolean {
  return record.state === 'stored' && !isDue(record, now) && ageOf(record, now) >= ADDING_MS;
}

function ageOf({ sentAt = NaN }: FileRecord, now: number): number {
  return now - sentAt;
}
