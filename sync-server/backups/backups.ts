import type { Readable } from 'node:stream';

/** What the name of a backup's file says. */
export interface BackupName {
  /** With the time in UTC: `nankeen-2026-11-21T02-15-00Z.sqlite`; `…Z-scheduled.sqlite` for one made by schedule. */
  readonly name: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly isScheduled: boolean;
}

export interface Backup extends BackupName {
  readonly bytes: number;
  /** Its newest sequence; `undefined` when the file can't be read. */
  readonly sequence: number | undefined;
}

/** The server's backups: copies of the data file with the accounts in it, without sessions. */
export interface Backups {
  /**
   * Copies the data while it is in use, and checks the copy; one at a time.
   * @throws AppError `data-loss` when the copy is damaged, `resource-exhausted` when the disk has no room for it; then
   *   it is not kept
   */
  create(options?: {
    readonly isScheduled?: boolean;
  }): Promise<Backup & { /** SHA-256 of the file, in hex. */ readonly sha256: string }>;
  /** Newest first. */
  list(): Promise<readonly Backup[]>;
  /** Same without opening any file; none while the folder can't be read. */
  names(): Promise<readonly BackupName[]>;
  /**
   * Names, in the folder of the files, of the stored files that its documents use or used; a backup does not contain
   * them. `undefined` when no backup has this name.
   */
  files(name: string): Promise<readonly string[] | undefined>;
  /** The bytes of a backup; `undefined` when no backup has this name. */
  open(name: string): Promise<Readable | undefined>;
  /** @returns whether a backup had this name */
  delete(name: string): Promise<boolean>;
}

const NAME = /^nankeen-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(-scheduled)?(?:-\d+)?\.sqlite$/;

/** @returns `undefined` for a file that is no backup */
export function parseBackupName(name: string): BackupName | undefined {
  const [found, date, hours, minutes, seconds, mark] = NAME.exec(name) ?? [];
  if (found === undefined) return undefined;
  const at = Date.parse(`${date}T${hours}:${minutes}:${seconds}Z`);
  return { name, at, isScheduled: mark !== undefined };
}

/** A second backup within the same second gets a number. */
export function toBackupName(
  at: number,
  isScheduled: boolean,
  isTaken: (name: string) => boolean,
): BackupName {
  const time = `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  for (let number = 1; ; number++) {
    const mark = isScheduled ? '-scheduled' : '';
    const name = `nankeen-${time}${mark}${number === 1 ? '' : `-${number}`}.sqlite`;
    if (!isTaken(name)) return { name, at, isScheduled };
  }
}
