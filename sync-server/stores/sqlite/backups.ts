import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { isBackupName, toBackupName, type Backup, type Backups } from '#server/backups/backups.ts';
import { backUp } from './back-up.ts';
import { checkCopy } from './check-copy.ts';
import { NEWEST } from './statements.ts';

/** Backups as files in a folder that only the server's own account can read. */
export function createSqliteBackups(writer: Database.Database, folder: string, clock: Clock): Backups {
  let last: Promise<unknown> = Promise.resolve();

  async function create() {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const at = clock.now();
    const name = toBackupName(at, (one) => existsSync(join(folder, one)));
    const file = join(folder, name);
    try {
      const facts = await backUp(writer, file, checkCopy);
      return { name, at, bytes: statSync(file).size, sequence: facts?.sequence, sha256: facts?.sha256 ?? '' };
    } catch (cause) {
      rmSync(`${file}.partial`, { force: true });
      throw cause instanceof AppError ? toUnsound(cause) : cause;
    }
  }

  return {
    create() {
      const created = last.then(create, create);
      last = created;
      return created;
    },
    async list() {
      const names = existsSync(folder) ? readdirSync(folder).filter(isBackupName) : [];
      return names
        .toSorted()
        .toReversed()
        .map((name) => describe(folder, name));
    },
    open(name) {
      const file = join(folder, name);
      return isBackupName(name) && existsSync(file) ? createReadStream(file) : undefined;
    },
    async delete(name) {
      const file = join(folder, name);
      if (!isBackupName(name) || !existsSync(file)) return false;
      rmSync(file);
      return true;
    },
  };
}

function describe(folder: string, name: string): Backup {
  const file = join(folder, name);
  const [date = '', time = ''] = name.slice('nankeen-'.length).split('T');
  const at = Date.parse(`${date}T${time.slice(0, 8).replaceAll('-', ':')}Z`);
  return { name, at, bytes: statSync(file).size, sequence: readSequence(file) };
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

function toUnsound(cause: AppError): AppError {
  const message = `The copy is damaged, so it was not kept: ${cause.message} Check the disk and the data file itself.`;
  return new AppError('data-loss', message, { cause });
}
