import type { Readable } from 'node:stream';

export interface Backup {
  /** Its file name, with the time in UTC: `nankeen-2026-11-21T02-15-00Z.sqlite`. */
  readonly name: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly bytes: number;
  /** Its newest sequence; `undefined` when the file can't be read. */
  readonly sequence: number | undefined;
}

/** The server's backups: copies of the data file. */
export interface Backups {
  /**
   * Copies the data while it is in use, and checks the copy; one at a time.
   * @throws AppError `data-loss` when the copy is damaged; then it is not kept
   */
  create(): Promise<Backup & { /** SHA-256 of the file, in hex. */ readonly sha256: string }>;
  /** Newest first. */
  list(): Promise<readonly Backup[]>;
  /** The bytes of a backup; `undefined` when no backup has this name. */
  open(name: string): Readable | undefined;
  /** @returns whether a backup had this name */
  delete(name: string): Promise<boolean>;
}

const NAME = /^nankeen-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(?:-\d+)?\.sqlite$/;

export function isBackupName(name: string): boolean {
  return NAME.test(name);
}

/** `nankeen-2026-11-21T02-15-00Z.sqlite`; a second backup within the same second gets a number. */
export function toBackupName(at: number, isTaken: (name: string) => boolean): string {
  const time = `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  for (let number = 1; ; number++) {
    const name = `nankeen-${time}${number === 1 ? '' : `-${number}`}.sqlite`;
    if (!isTaken(name)) return name;
  }
}
