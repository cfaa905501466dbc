import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import {
  parseBackupName,
  toBackupName,
  type Backup,
  type BackupName,
  type Backups,
} from '#server/backups/backups.ts';
import { backUp } from './back-up.ts';
import { checkCopy, toDamage } from './check-copy.ts';
import { putAccounts } from './copied-accounts.ts';
import { readStoredNames } from './file-tables.ts';
import { NEWEST } from './statements.ts';

/** Free space that a backup leaves: a full disk would stop all writes. */
const RESERVED_BYTES = 64 * 1_048_576;

export interface SqliteBackupsOptions {
  /** The connections that write. */
  readonly data: Database.Database;
  readonly accounts: Database.Database;
  /** Created with the first backup, for the server's own account only. */
  readonly folder: string;
  readonly clock: Clock;
}

/** Backups as files in a folder. */
export function createSqliteBackups({ data, accounts, folder, clock }: SqliteBackupsOptions): Backups {
  let last: Promise<unknown> = Promise.resolve();

  async function create(isScheduled: boolean) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    removePartials(folder);
    requireRoom(folder, sizeOf(data) + 2 * sizeOf(accounts));
    const name = toBackupName(clock.now(), isScheduled, (one) => existsSync(join(folder, one)));
    const file = join(folder, name.name);
    try {
      const facts = await backUp(data, file, async (partial) => {
        // After the data: no document in the copy belongs to an account that the copy lacks.
        await putAccounts(accounts, partial);
        return checkCopy(partial);
      });
      return {
        ...name,
        bytes: statSync(file).size,
        sequence: facts?.sequence,
        sha256: facts?.sha256 ?? '',
      };
    } catch (cause) {
      removePartials(folder);
      // Also while the accounts are put into it.
      const known = toDamage(cause as Error, file);
      throw known instanceof AppError ? toUnsound(known) : known;
    }
  }

  function readNames(): readonly BackupName[] {
    return (existsSync(folder) ? readdirSync(folder) : [])
      .toSorted()
      .toReversed()
      .flatMap((name) => parseBackupName(name) ?? []);
  }

  return {
    create({ isScheduled = false } = {}) {
      const created = last.then(
        () => create(isScheduled),
        () => create(isScheduled),
      );
      last = created;
      return created;
    },
    async names() {
      try {
        return readNames();
      } catch {
        return [];
      }
    },
    list: async () => readNames().map((name) => describe(folder, name)),
    async files(name) {
      const file = join(folder, name);
      return parseBackupName(name) && existsSync(file) ? readStoredNames(file) : undefined;
    },
    async open(name) {
      const file = join(folder, name);
      return parseBackupName(name) && existsSync(file) ? createReadStream(file) : undefined;
    },
    async delete(name) {
      const file = join(folder, name);
      if (!parseBackupName(name) || !existsSync(file)) return false;
      rmSync(file);
      return true;
    },
  };
}

function describe(folder: string, name: BackupName): Backup {
  const file = join(folder, name.name);
  return { ...name, bytes: statSync(file).size, sequence: readSequence(file) };
}

function readSequence(file: string): number | undefined {
  try {
    const database = new Database(file, { readonly: true });
    try {
      return database.prepare<[], { sequence: number }>(NEWEST).get()?.sequence;
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

/** What a killed server has left; only one process uses the folder. */
function removePartials(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (/\.partial\b/.test(name)) rmSync(join(folder, name), { force: true });
  }
}

function sizeOf({ name }: Database.Database): number {
  return statSync(name, { throwIfNoEntry: false })?.size ?? 0;
}

/** @param bytes of the files of a backup, with the copy of the accounts that is removed at its end */
function requireRoom(folder: string, bytes: number): void {
  const needed = bytes + RESERVED_BYTES;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= needed) return;
  const message = `The disk has no room for a backup, which needs ${Math.ceil(needed / 1_048_576)} MB. Nothing was written. Free space, or delete old backups.`;
  throw new AppError('resource-exhausted', message, { status: 507, nothingWritten: true });
}

function toUnsound(cause: AppError): AppError {
  const message = `The copy is damaged, so it was not kept: ${cause.message} Check the disk and the data file itself.`;
  return new AppError('data-loss', message, { cause });
}
