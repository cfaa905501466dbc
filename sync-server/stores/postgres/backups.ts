import type { Clock } from '#shared/kernel/clock.ts';
import type { Backups } from '#server/backups/backups.ts';
import { createBackupFolder } from '../sqlite/backup-folder.ts';
import { putAccounts } from '../sqlite/copied-accounts.ts';
import type { Connections } from './connections.ts';
import { copyAccountsToSqlite, copyToSqlite } from './copy-to-sqlite.ts';

/** Bytes of all tables with their indexes. */
const SIZE = `
  SELECT sum(pg_total_relation_size(oid))::bigint AS bytes FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`;
/** Another node may be writing a backup into the same folder. */
const ABANDONED_AFTER_MS = 3_600_000;
/** PostgreSQL compresses long content. */
const MOST_GROWTH = 3;

export interface PostgresBackupsOptions {
  readonly connections: Connections;
  /** To the accounts' schema. */
  readonly accounts: Connections;
  readonly folder: string;
  readonly clock: Clock;
}

/** Backups of PostgreSQL as data files of SQLite, the same as those of a data folder. */
export function createPostgresBackups({
  connections,
  accounts,
  folder,
  clock,
}: PostgresBackupsOptions): Backups {
  return createBackupFolder({
    folder,
    clock,
    abandonedAfterMs: ABANDONED_AFTER_MS,
    async size() {
      // The accounts are copied to a file of their own first.
      return MOST_GROWTH * ((await sizeOf(connections)) + 2 * (await sizeOf(accounts)));
    },
    async copy(file) {
      await copyToSqlite(connections, file);
      // After the data: no document in the copy belongs to an account that the copy lacks.
      await putAccounts((target) => copyAccountsToSqlite(accounts, target), file);
    },
  });
}

async function sizeOf(connections: Connections): Promise<number> {
  const [row] = await connections.rows<{ bytes: number | null }>(SIZE);
  return row?.bytes ?? 0;
}
