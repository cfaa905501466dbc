import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Storage } from '#server/storage.ts';
import { createSqliteAccountTables } from './account-tables.ts';
import { createSqliteBackups } from './backups.ts';
import { createSqliteDeviceNames } from './device-names.ts';
import { createSqliteDeviceStore } from './device-table.ts';
import { startFileChecks, type FileChecksOptions } from './file-checks.ts';
import { createSqliteFiles } from './file-tables.ts';
import type { LockHolder } from './lock-data-dir.ts';
import { createSqliteMails } from './mail-table.ts';
import { createSqliteMigrations } from './migration-tables.ts';
import { openDataDir } from './open-data-dir.ts';
import { createSqliteSimulatedPayments } from './simulated-payments.ts';
import { createSqlitePageViews } from './page-view-table.ts';
import { createSqlitePaymentStore } from './payment-store.ts';
import { createSqliteStore } from './sqlite-store.ts';
import { createSqliteStaffGrants } from './staff-grants.ts';

export interface SqliteStorageOptions {
  /** Absolute path of the data folder. */
  readonly folder: string;
  /** This process, as the folder's lock names it. */
  readonly holder: LockHolder;
  readonly isReading: boolean;
  readonly clock: Clock;
  /** How much content of rejected writes is kept. */
  readonly rejectedBytes: number;
  /** Who is told of new enquiries; nobody without it. */
  readonly shopAddress: string | undefined;
  /** Whether to check the files while the server runs: at once those that were not checked when opened. */
  readonly checks: boolean;
  readonly log: FileChecksOptions['log'];
}

/**
 * All stores of a data folder.
 * @throws AppError when another process locks it, or a file is damaged or from a newer version
 */
export function openSqliteStorage(options: SqliteStorageOptions): Storage {
  const { folder, holder, isReading, clock, checks, log } = options;
  const opened = openDataDir(folder, holder, { isReading });
  const { database, accounts, isReadOnly } = opened;
  const { writer } = database;
  const documents = createSqliteStore(database, clock, options);
  const tables = createSqliteAccountTables(accounts);
  const fileChecks = checks ? startFileChecks({ ...opened, log }) : undefined;
  const pageViews = createSqlitePageViews(accounts);
  const isDamaged = () => fileChecks?.isDamaged() === true;
  return {
    node: undefined,
    epochEnded: undefined,
    leases: undefined,
    documents,
    maintenance: documents,
    eraser: documents,
    devices: createSqliteDeviceStore(writer),
    migrations: createSqliteMigrations(writer),
    backups: createSqliteBackups({ data: writer, accounts, folder: join(folder, 'backups'), clock }),
    payments: createSqlitePaymentStore(writer),
    mails: createSqliteMails(writer),
    files: createSqliteFiles(writer),
    simulatedPayments: createSqliteSimulatedPayments(writer),
    accounts: {
      database: accounts,
      tables,
      call: (provider) => provider(),
      hasProviderTables: false,
      inTurn: (run) => run(),
    },
    staffGrants: createSqliteStaffGrants(accounts),
    deviceNames: createSqliteDeviceNames(accounts),
    pageViews,
    isReadOnly,
    isDamaged,
    metrics: [
      {
        name: 'nankeen_wal_bytes',
        help: 'Size of the write-ahead log.',
        kind: 'gauge',
        read: () => statSync(join(folder, 'nankeen.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0,
      },
    ],
    async close() {
      await fileChecks?.stop();
      await pageViews.flush();
      await tables.flush();
      accounts.close();
      await documents.close();
      opened.release(!isDamaged());
    },
  };
}
