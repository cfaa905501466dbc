import type { Backups } from '#server/backups/backups.ts';
import type { Storage } from '#server/storage.ts';
import type { CompactableStore } from '#server/core/compactable-store.ts';
import type { Eraser } from '#server/core/eraser.ts';
import type { Leases } from '#server/core/leases.ts';
import { openPostgresAccounts } from './accounts/open-accounts.ts';
import { createPostgresBackups } from './backups.ts';
import { createPostgresDevices } from './devices.ts';
import { createId } from '#shared/kernel/ids.ts';
import { systemClock, type Clock } from '#shared/kernel/clock.ts';
import { createRowReader } from '../rows.ts';
import { createWriteNames } from '../write-names.ts';
import { commitGroup, type GroupParts } from './commit-group.ts';
import { createCommitQueue } from './commit-queue.ts';
import { createConnections, type ConnectionOptions } from './connections.ts';
import { createPostgresFiles } from './files.ts';
import { assertFilesFolder } from './files-folder.ts';
import { createPostgresSecrets, type KeptSecrets } from './kept-secrets.ts';
import { createPostgresLeases } from './leases.ts';
import { createPostgresMails } from './mails.ts';
import { createPostgresMigrations } from './migrations.ts';
import { watchEpoch } from './epoch.ts';
import { openTables, type TablesOptions } from './open-tables.ts';
import { STEPS } from './tables.ts';
import { createPostgresPayments } from './payments.ts';
import { toMetrics } from './storage-metrics.ts';
import { toStartError } from './start-error.ts';
import { createPostgresStore } from './postgres-store.ts';
import { createPostgresSimulatedPayments } from './simulated-payments.ts';

export interface PostgresOptions extends ConnectionOptions, TablesOptions {
  /** As people name this node. */
  readonly nodeName?: string | undefined;
  readonly clock?: Clock | undefined;
  /** How much content of rejected writes is kept, in bytes. */
  readonly rejectedBytes?: number | undefined;
  /** Address that new enquiries are mailed to; none by default. */
  readonly shopAddress?: string | undefined;
}

/** The stores that PostgreSQL has so far. */
export interface PostgresStores extends Pick<
  Storage,
  | 'node'
  | 'documents'
  | 'accounts'
  | 'devices'
  | 'deviceNames'
  | 'staffGrants'
  | 'pageViews'
  | 'migrations'
  | 'payments'
  | 'mails'
  | 'files'
  | 'simulatedPayments'
  | 'metrics'
> {
  readonly epochEnded: Promise<void>;
  /** Names of older nodes, see `openSchema`. */
  readonly waitsFor: readonly string[];
  readonly leases: Leases;
  readonly maintenance: CompactableStore;
  readonly eraser: Eraser;
  /** Backups in a folder that all nodes share. */
  backupsIn(folder: string): Backups;
  readonly secrets: KeptSecrets;
  /** Makes sure that this node has the folder of files that all nodes share. */
  assertFilesFolder(folder: string): Promise<void>;
  /** Ends after the commits under way. */
  close(): Promise<void>;
}

/**
 * Opens the stores in a schema of a database, which other nodes use, too.
 * @throws AppError `failed-precondition` for the tables of a newer version or of another program, and when the database
 *   can't be used
 */
export async function openPostgresStores(options: PostgresOptions): Promise<PostgresStores> {
  const connections = createConnections(options);
  const open = async () => {
    const tables = await openTables(connections, options);
    return { ...tables, ...(await openPostgresAccounts(options)) };
  };
  const opened = await open().catch(async (cause: unknown) => {
    await connections.close();
    throw toStartError(cause, options);
  });
  const { dataEpoch, accounts, staffGrants, deviceNames, pageViews, facts } = opened;
  const { url, schema, nodeName, steps = STEPS, keepsAll } = options;
  const { clock = systemClock, rejectedBytes = Infinity, shopAddress } = options;
  const { epoch } = dataEpoch;
  const node = createId();
  const names = createWriteNames(dataEpoch);
  const rows = createRowReader(names);
  const lasting = { epoch, node, schema, names, rows, rejectedBytes, shopAddress };
  const toGroupParts = (): GroupParts => ({ ...lasting, now: clock.now() });
  const version = steps.length + 1;
  const watch = watchEpoch(connections, { epoch, version, keepsAll });
  const queue = createCommitQueue(
    connections,
    (connection, commits) => commitGroup(connection, commits, toGroupParts()),
    watch.check,
  );
  const parts = { connections, queue, watch, dataEpoch, names, rows, node, toGroupParts };
  const documents = await createPostgresStore(parts, { url, schema, version, nodeName });
  return {
    node,
    epochEnded: watch.ended,
    waitsFor: opened.waitsFor,
    leases: createPostgresLeases(connections, node),
    documents,
    accounts,
    staffGrants,
    deviceNames,
    pageViews,
    devices: createPostgresDevices(connections, facts),
    maintenance: documents,
    eraser: documents,
    secrets: createPostgresSecrets(connections, facts),
    assertFilesFolder: (folder) => assertFilesFolder(connections, folder),
    backupsIn: (folder) =>
      createPostgresBackups({ connections, accounts: opened.connections, folder, clock }),
    migrations: createPostgresMigrations(connections),
    payments: createPostgresPayments(connections),
    mails: createPostgresMails(connections),
    files: createPostgresFiles(connections, queue),
    simulatedPayments: createPostgresSimulatedPayments(connections),
    metrics: toMetrics(connections, queue, watch),
    async close() {
      await opened.close();
      await documents.close();
    },
  };
}
