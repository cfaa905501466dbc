import type { AccountTables } from './accounts/account-tables.ts';
import type { StaffGrants } from './accounts/staff-grants.ts';
import type { Backups } from './backups/backups.ts';
import type { CompactableStore } from './core/compactable-store.ts';
import type { Leases } from './core/leases.ts';
import type { DocumentStore } from './core/document-store.ts';
import type { Eraser } from './core/eraser.ts';
import type { DeviceNames } from './devices/device-names.ts';
import type { DeviceStore } from './devices/device-store.ts';
import type { FileStore } from './files/file-store.ts';
import type { MailStore } from './mail/mail-store.ts';
import type { StorageMetric } from './metrics/metrics.ts';
import type { MigrationStore } from './migrations/migration-store.ts';
import type { PageViews } from './page-views.ts';
import type { PaymentStore } from './payments/payment-store.ts';
import type { SimulatedPaymentStore } from './payments/simulator/simulated-session.ts';

/** The accounts file, or the accounts' schema. */
export interface AccountStorage {
  /** The driver's database or pool, for the identity provider, which reads and writes its own tables. */
  readonly database: object;
  readonly tables: AccountTables;
  /**
   * Calls the identity provider, which says of every failure of its database that something went wrong.
   * @throws AppError `unavailable` where the database failed in a way that passes
   */
  call<Result>(provider: () => Promise<Result>): Promise<Result>;
  /** Whether the tables of the identity provider are created with the others. Otherwise it creates them itself. */
  readonly hasProviderTables: boolean;
  /** Runs what a node does to the accounts when it starts, one node at a time. */
  inTurn(run: () => Promise<void>): Promise<void>;
}

/** Everything that the server stores, one adapter per port: SQLite files in production, memory in tests. */
export interface Storage {
  /** This node's name, where several nodes share the storage; `undefined` for one process. */
  readonly node: string | undefined;
  /**
   * Resolves when another epoch has begun, as after a failover of the database: all of this was opened in the earlier one
   * and has to be opened again. `undefined` where only this process begins one.
   */
  readonly epochEnded: Promise<void> | undefined;
  /** Present where several nodes share the storage. */
  readonly leases: Leases | undefined;
  readonly documents: DocumentStore;
  /** The document store's maintenance port; `undefined` where none is needed. */
  readonly maintenance: CompactableStore | undefined;
  /** `undefined` where accounts are not deleted. */
  readonly eraser: Eraser | undefined;
  readonly devices: DeviceStore;
  readonly migrations: MigrationStore;
  readonly backups: Backups;
  readonly payments: PaymentStore;
  readonly mails: MailStore;
  readonly files: FileStore;
  readonly simulatedPayments: SimulatedPaymentStore;
  readonly accounts: AccountStorage;
  readonly staffGrants: StaffGrants;
  readonly deviceNames: DeviceNames;
  readonly pageViews: PageViews;
  /** Another process locks the data folder, so nothing can be written. */
  readonly isReadOnly: boolean;
  /** Whether a file check found damage while the server runs. */
  isDamaged(): boolean;
  readonly metrics: readonly StorageMetric[];
  close(): Promise<void>;
}
