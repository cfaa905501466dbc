import { join } from 'node:path';
import type { Clock } from '#shared/kernel/clock.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { createLateAccounts } from './accounts/late-accounts.ts';
import type { Accounts } from './accounts/accounts.ts';
import type { StaffGrants } from './accounts/staff-grants.ts';
import { toStaffRule, type StaffRule } from './accounts/staff-rule.ts';
import { createSessionReader, type SessionReader } from './accounts/session-reader.ts';
import type { Config } from './config.ts';
import type { Backups } from './backups/backups.ts';
import { createChangesFeed, type ChangesFeed } from './core/changes-feed.ts';
import type { DocumentStore } from './core/document-store.ts';
import { createJobs, type Jobs } from './core/jobs/jobs.ts';
import { startMaintenance } from './core/maintenance.ts';
import { createProductIndex, type ProductIndex } from './core/product-index.ts';
import { keepAccessCode, readSecrets, type Secrets } from './demo/secrets.ts';
import { createPresentAccessCode, type PresentAccessCode } from './devices/access-code.ts';
import { createInstallations, type Installations } from './devices/installations.ts';
import type { Log } from './log.ts';
import { createFileMailer } from './mail/file-mailer.ts';
import type { Mailer } from './mail/mailer.ts';
import { createSmtpMailer } from './mail/smtp-mailer.ts';
import { createMigrationRuns, type MigrationRuns } from './migrations/migration-runs.ts';
import { createPayments, type Payments } from './payment-context.ts';
import { createSqliteAccountTables } from './stores/sqlite/account-tables.ts';
import { createSqliteBackups } from './stores/sqlite/backups.ts';
import { createSqliteDeviceStore } from './stores/sqlite/device-table.ts';
import { createSqliteMigrations } from './stores/sqlite/migration-tables.ts';
import { openFolder } from './stores/sqlite/open-folder.ts';
import { createSqliteStaffGrants } from './stores/sqlite/staff-grants.ts';
import { createSqliteStore } from './stores/sqlite/sqlite-store.ts';

/** Everything the doors need, built once. Only this file builds adapters. */
export interface ServerContext {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: DocumentStore;
  readonly feed: ChangesFeed;
  readonly installations: Installations;
  readonly accessCode: PresentAccessCode;
  readonly accounts: Accounts;
  readonly staffGrants: StaffGrants;
  readonly staffRule: StaffRule;
  readonly readSession: SessionReader;
  readonly payments: Payments;
  readonly products: ProductIndex;
  readonly jobs: Jobs;
  readonly backups: Backups;
  readonly migrations: MigrationRuns;
  close(): Promise<void>;
}

export interface ContextParts {
  readonly config: Config;
  readonly log: Log;
  readonly clock?: Clock;
  /** For one command alone: nothing is done of its own accord. */
  readonly isPrivate?: boolean;
  /** Of a command that writes nothing, and so may read beside a running server. */
  readonly isReading?: boolean;
}

/** Opens the data folder and builds the server on it. @throws AppError when another server holds it, or a file is damaged or from a newer version */
export async function createContext({
  config,
  log,
  clock = systemClock,
  isPrivate = false,
  isReading = false,
}: ContextParts): Promise<ServerContext> {
  const secrets = readSecrets(config, isPrivate);
  const holder = { pid: process.pid, ...(isPrivate ? {} : { address: config.publicUrl }) };
  const folder = openFolder(config.dataDir, holder, { isReading });
  const { database, accounts: accountsDatabase, isOnlooker } = folder;
  const store = createSqliteStore(database, clock);
  const feed = createChangesFeed(store);
  const mailer = createMailer(config, clock, log);
  const staffGrants = createSqliteStaffGrants(accountsDatabase);
  const staffRule = toStaffRule(config, staffGrants);
  const accounts = createLateAccounts({
    database: accountsDatabase,
    secret: secrets.authSecret,
    publicUrl: config.publicUrl,
    allowedOrigins: config.allowedOrigins,
    mailer,
    log,
    clock,
    tablesOf: createSqliteAccountTables,
  });

  const stopMaintenance = isPrivate ? () => undefined : startMaintenance({ store, clock, log });
  const products = createProductIndex(store);
  const jobs = createJobs({ store, clock, log, isOnlooker });
  const payments = createPayments({ config, secrets, database, products, mailer, clock, log, isPrivate });

  return {
    config,
    secrets,
    clock,
    log,
    store,
    feed,
    installations: createInstallations(createSqliteDeviceStore(database.writer), clock, secrets.tokenSecret),
    accessCode: createPresentAccessCode(
      secrets.accessCode,
      secrets.tokenSecret,
      config.accessCode === undefined ? (code) => keepAccessCode(config, code) : undefined,
    ),
    accounts,
    staffGrants,
    staffRule,
    readSession: createSessionReader(accounts, staffRule),
    payments,
    products,
    jobs,
    migrations: createMigrationRuns(createSqliteMigrations(database.writer), clock),
    backups: createSqliteBackups(database.writer, join(config.dataDir, 'backups'), clock),
    async close() {
      await jobs.close();
      stopMaintenance();
      payments.close();
      feed.close();
      mailer.close();
      accounts.close();
      await store.close();
      folder.letGo();
    },
  };
}

function createMailer(config: Config, clock: Clock, log: Log): Mailer {
  const senderAddress = config.contactEmail;
  if (config.smtpUrl !== undefined) return createSmtpMailer({ url: config.smtpUrl, senderAddress, log });
  return createFileMailer({ folder: join(config.dataDir, 'mail'), senderAddress, clock, log });
}
