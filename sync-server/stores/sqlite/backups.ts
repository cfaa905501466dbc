import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Backups } from '#server/backups/backups.ts';
import { copyInUse } from './back-up.ts';
import { createBackupFolder } from './backup-folder.ts';
import { putAccounts } from './copied-accounts.ts';

export interface SqliteBackupsOptions {
  /** The connections that write. */
  readonly data: Database;
  readonly accounts: Database;
  readonly folder: string;
  readonly clock: Clock;
}

/** Backups of the files of a data folder. */
export function createSqliteBackups({ data, accounts, folder, clock }: SqliteBackupsOptions): Backups {
  return createBackupFolder({
    folder,
    clock,
    // The accounts are copied to a file of their own first.
    size: () => sizeOf(data) + 2 * sizeOf(accounts),
    async copy(file) {
      await copyInUse(data, file);
      // After the data: no document in the copy belongs to an account that the copy lacks.
      await putAccounts((target) => copyInUse(accounts, target), file);
    },
  });
}

function sizeOf({ name }: Database): number {
  return statSync(name, { throwIfNoEntry: false })?.size ?? 0;
}
