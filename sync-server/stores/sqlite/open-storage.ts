import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Storage } from '#server/storage.ts';
import { createSqliteAccountTables } from './account-tables.ts';
import { createSqliteBackups } from './backups.ts';
import { createSqliteDeviceStore } from './device-table.ts';
import type { Holder } from './hold-folder.ts';
import { createSqliteMigrations } from './migration-tables.ts';
import { openFolder } from './open-folder.ts';
import { createSqliteSimulatedSessions } from './payment-simulator-sessions.ts';
import { createSqlitePaymentStore } from './payment-store.ts';
import { createPaymentTables } from './payment-tables.ts';
import { createSqliteStore } from './sqlite-store.ts';
import { createSqliteStaffGrants } from './staff-grants.ts';

export interface SqliteStorageOptions {
  /** Absolute path of the data folder. */
  readonly folder: string;
  /** Who takes the folder, as its lock names it. */
  readonly holder: Holder;
  readonly isReading: boolean;
  readonly clock: Clock;
}

/** All stores of a data folder. @throws AppError when another process holds it, or a file is damaged or from a newer version */
export function openSqliteStorage({ folder, holder, isReading, clock }: SqliteStorageOptions): Storage {
  const { database, accounts, isOnlooker, letGo } = openFolder(folder, holder, { isReading });
  const { writer } = database;
  createPaymentTables(writer);
  const documents = createSqliteStore(database, clock);
  return {
    documents,
    maintenance: documents,
    devices: createSqliteDeviceStore(writer),
    migrations: createSqliteMigrations(writer),
    backups: createSqliteBackups(writer, join(folder, 'backups'), clock),
    payments: createSqlitePaymentStore(writer),
    simulatedSessions: createSqliteSimulatedSessions(writer),
    accounts: { database: accounts, tables: createSqliteAccountTables(accounts) },
    staffGrants: createSqliteStaffGrants(accounts),
    isOnlooker,
    walBytes: () => statSync(join(folder, 'nankeen.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0,
    async close() {
      accounts.close();
      await documents.close();
      letGo();
    },
  };
}
