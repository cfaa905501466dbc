import type { Database } from 'better-sqlite3';
import type { AccountTables } from './accounts/account-tables.ts';
import type { StaffGrants } from './accounts/staff-grants.ts';
import type { Backups } from './backups/backups.ts';
import type { CompactableStore } from './core/compactable-store.ts';
import type { DocumentStore } from './core/document-store.ts';
import type { DeviceStore } from './devices/device-store.ts';
import type { MigrationStore } from './migrations/migration-store.ts';
import type { PaymentStore } from './payments/payment-store.ts';
import type { SimulatedSessionStore } from './payments/simulator/simulated-session.ts';

/** The accounts' own file. */
export interface AccountStorage {
  /** For the identity provider, which makes its own tables. */
  readonly database: Database;
  readonly tables: AccountTables;
}

/** Everything the server stores, one adapter for each port: SQLite files in production, memory in tests. */
export interface Storage {
  readonly documents: DocumentStore;
  /** Of the documents, for the daily maintenance; undefined where none is needed. */
  readonly maintenance: CompactableStore | undefined;
  readonly devices: DeviceStore;
  readonly migrations: MigrationStore;
  readonly backups: Backups;
  readonly payments: PaymentStore;
  readonly simulatedSessions: SimulatedSessionStore;
  readonly accounts: AccountStorage;
  readonly staffGrants: StaffGrants;
  /** Another process holds the data folder, so nothing can be written. */
  readonly isOnlooker: boolean;
  /** Whether the structure of a data file was found damaged beside the running server. */
  isDamaged(): boolean;
  /** Bytes of the write-ahead log. */
  walBytes(): number;
  close(): Promise<void>;
}
