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
import { writeWhole } from './back-up.ts';
import { checkCopy, toDamage } from './check-copy.ts';
import { readStoredNames } from './file-tables.ts';
import { NEWEST } from './statements.ts';

/** Free space that a backup leaves: a full disk would stop all writes. */
const RESERVED_BYTES = 64 * 1_048_576;

export interface BackupFolderOptions {
  /** Created with the first backup, for the server's own account only. */
  readonly folder: string;
  readonly clock: Clock;
  /** At most how many bytes a backup takes while it is made. */
  readonly size: () => number | Promise<number>;
  /** Writes a data file with the accounts in it. */
  readonly copy: (file: string) => Promise<void>;
  /** How long ago an unfinished backup was last written to, if nobody goes on with it; 0 where nobody else could. */
  readonly abandonedAfterMs?: number;
}

/** Backups as files in a folder. */
export function createBackupFolder({
  folder,
  clock,
  size,
  copy,
  abandonedAfterMs = 0,
}: BackupFolderOptions): Backups {
  let last: Promise<unknown> = Promise.resolve();

  async function create(isScheduled: boolean) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    removeAbandoned(folder, abandonedAfterMs);
    requireRoom(folder, await size());
    const name = toBackupName(clock.now(), isScheduled, (one) => existsSync(join(folder, one)));
    const file = join(folder, name.name);
    try {
      const { sequence, sha256 } = await writeWhole(file, async (partial) => {
        await copy(partial);
        return checkCopy(partial);
      });
      return { ...name, bytes: statSync(file).size, sequence, sha256 };
    } catch (cause) {
      for (const partial of partialsIn(folder))
        if (partial.startsWith(file)) rmSync(partial, { force: true });
      // Also while it is being written.
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

/** Removes what a killed server has left. */
function removeAbandoned(folder: string, afterMs: number): void {
  for (const partial of partialsIn(folder)) {
    const { mtimeMs } = statSync(partial, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity };
    if (mtimeMs <= Date.now() - afterMs) rmSync(partial, { force: true });
  }
}

/** Paths of unfinished backups and of SQLite's files beside them. */
function partialsIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => /\.partial\b/.test(name))
    .map((name) => join(folder, name));
}

/** @param bytes that a backup takes while it is made */
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
