import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#shared/kernel/clock.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import type { Accounts } from './accounts/accounts.ts';
import { createAccountDeletion, type AccountDeletion } from './accounts/account-deletion.ts';
import { createAccountControl, type AccountControl } from './accounts/account-control.ts';
import { createLazyAccounts } from './accounts/lazy-accounts.ts';
import { createCurrentStaff } from './accounts/current-staff.ts';
import type { PasswordHasher } from './accounts/password-hash.ts';
import { createUnprovenRemoval } from './accounts/unproven-accounts.ts';
import { createSessionReader, type SessionReader } from './accounts/session-reader.ts';
import { toStaffRule, type StaffRule } from './accounts/staff-rule.ts';
import type { Config } from './config.ts';
import { createChangesFeed, type ChangesFeed } from './core/changes-feed.ts';
import { createJobs, type Jobs } from './core/jobs/jobs.ts';
import { startMaintenance } from './core/maintenance.ts';
import { MAILED_COLLECTIONS } from './core/notices.ts';
import { createProductIndex, type ProductIndex } from './core/product-index.ts';
import {
  assertAccessCode,
  keepAccessCode,
  makersOf,
  readSecrets,
  toSecrets,
  type Secrets,
} from './secrets.ts';
import {
  createCurrentAccessCode,
  keepInProcess,
  type CurrentAccessCode,
  type KeptAccessCode,
} from './devices/access-code.ts';
import { createInstallations, type Installations } from './devices/installations.ts';
import { createFileLibrary, type FileLibrary } from './files/file-library.ts';
import { createFileUploads, type FileUploads } from './files/file-uploads.ts';
import { createPictureMaker, type PictureMaker } from './files/picture-maker.ts';
import { createNetworkReader, type NetworkReader } from './http/caller-network.ts';
import { createAddressReader, type AddressReader } from './http/client-address.ts';
import { createLog, type Log } from './log.ts';
import { createFileMailer } from './mail/file-mailer.ts';
import type { Mailer } from './mail/mailer.ts';
import { createMails, type Mails } from './mail/mails.ts';
import { createSmtpMailer } from './mail/smtp-mailer.ts';
import { createImportFiles, createImportUploads } from './import/import-files.ts';
import type { ImportFiles } from './core/jobs/import-files.ts';
import { createMigrationRuns, type MigrationRuns } from './migrations/migration-runs.ts';
import { createPayments, type PaymentOverrides, type Payments } from './payments/create-payments.ts';
import { toOrderKey } from './payments/order-key.ts';
import type { Storage } from './storage.ts';
import { openSqliteStorage } from './stores/sqlite/open-storage.ts';
import type { ResumableUploads } from './uploads/resumable-uploads.ts';
import { createUpkeep, type Upkeep, type UpkeepOptions } from './upkeep/upkeep.ts';

/** Everything that the HTTP app needs, built once. Only this file builds adapters. */
export interface ServerContext {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly addressOf: AddressReader;
  readonly networkOf: NetworkReader;
  readonly storage: Storage;
  readonly feed: ChangesFeed;
  readonly installations: Installations;
  readonly accessCode: CurrentAccessCode;
  readonly accounts: Accounts;
  readonly accountControl: AccountControl;
  readonly accountDeletion: AccountDeletion;
  readonly staffRule: StaffRule;
  readonly readSession: SessionReader;
  readonly mails: Mails;
  readonly payments: Payments;
  readonly products: ProductIndex;
  readonly jobs: Jobs;
  readonly uploads: ResumableUploads;
  readonly importFiles: ImportFiles;
  /** Absolute path of the stored files. */
  readonly filesFolder: string;
  readonly library: FileLibrary;
  readonly fileUploads: FileUploads;
  readonly migrations: MigrationRuns;
  readonly upkeep: Upkeep;
  /** Aborted when the server begins to stop. */
  readonly stopping: AbortController;
  close(): Promise<void>;
}

/** Parts that tests replace. */
export interface Overrides extends PaymentOverrides, Pick<UpkeepOptions, 'readDiskUse'> {
  /** Free space on a folder's disk. */
  readonly freeBytes?: (folder: string) => Promise<number>;
  readonly secrets?: Secrets;
  /** Where an access code that is set by command is kept. */
  readonly keptAccessCode?: KeptAccessCode;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly log?: Log;
  readonly storage?: Storage;
  readonly mailer?: Mailer;
  readonly hasher?: PasswordHasher;
  readonly addressOf?: AddressReader;
  readonly readSession?: SessionReader;
  readonly products?: ProductIndex;
  readonly pictureMaker?: PictureMaker;
}

/**
 * Builds the whole server on its data folder, or on the database that the settings name.
 * @throws AppError as `createContext`, and when the database can't be used
 */
export async function openContext(config: Config): Promise<ServerContext> {
  const { database, dataDir, isPrivate } = config;
  if (!database) return createContext(config);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // A server on a data folder needs no driver.
  const { openPostgresStorage } = await import('./stores/postgres/open-storage.ts');
  const { storage, secrets: kept, waitsFor } = await openPostgresStorage(config, database, systemClock);
  try {
    const secrets = toSecrets(config, await kept.complete(makersOf(config, isPrivate)), isPrivate);
    const context = createContext(config, {
      storage,
      secrets,
      keptAccessCode: {
        read: () => kept.accessCode() ?? secrets.accessCode,
        async keep(code) {
          assertAccessCode(config, code);
          await kept.putAccessCode(code);
        },
      },
    });
    if (waitsFor.length > 0)
      context.log.info(
        { nodes: waitsFor },
        'Older nodes run. What only they need stays in the tables; the next start without them removes it.',
      );
    return context;
  } catch (cause) {
    await storage.close();
    throw cause;
  }
}

/**
 * Builds the whole server on its data folder.
 * @throws AppError when another server locks the folder, or a file is damaged or from a newer version
 */
export function createContext(config: Config, overrides: Overrides = {}): ServerContext {
  const { clock = systemClock, random = Math.random } = overrides;
  const { publicUrl, allowedOrigins, isPrivate } = config;
  const log = overrides.log ?? createLog({ level: config.logLevel });
  const secrets = overrides.secrets ?? readSecrets(config, config.isPrivate);
  const storage = overrides.storage ?? openStorage(config, clock, log);
  const keptAccessCode: KeptAccessCode =
    config.accessCode === undefined
      ? (overrides.keptAccessCode ??
        keepInProcess(secrets.accessCode, (code) => keepAccessCode(config, code)))
      : { read: () => secrets.accessCode };
  const store = storage.documents;
  const feed = createChangesFeed(store);
  const mailer = overrides.mailer ?? createMailer(config, clock, log);
  const { contactEmail, seller, gstRule } = config;
  const shop = {
    publicUrl,
    contactEmail,
    seller,
    gstRule,
    toOrderKey: (id: string) => toOrderKey(id, secrets.tokenSecret),
  };
  const mails = createMails({ store: storage.mails, mailer, shop, clock, log });
  // Their commits queue mails.
  store.onCommit(({ touched }) => {
    if (touched.some(({ collection }) => MAILED_COLLECTIONS.includes(collection))) mails.wake();
  });
  const staffRule = toStaffRule(config, storage.staffGrants);
  const accounts = createLazyAccounts({
    storage: storage.accounts,
    secret: secrets.authSecret,
    publicUrl,
    allowedOrigins,
    mails,
    google: config.google,
    log,
    clock,
    staffRule,
    ...(overrides.hasher ? { hasher: overrides.hasher } : {}),
  });
  const { maintenance } = storage;
  // Elsewhere people sign in without proving their address.
  const removeMore = config.production ? createUnprovenRemoval(storage) : undefined;
  const stopMaintenance =
    isPrivate || !maintenance
      ? undefined
      : startMaintenance({ store: maintenance, leases: storage.leases, removeMore, clock, log });
  const products = overrides.products ?? createProductIndex(store);
  const maxBytes = config.importMaxBytes;
  const uploads = createImportUploads({
    ...overrides,
    folder: join(config.filesDir, 'uploads'),
    maxBytes,
    clock,
  });
  const importFiles = createImportFiles({ uploads, maxBytes, pictureOrigins: config.pictureOrigins, clock });
  const toCurrentStaff = createCurrentStaff(staffRule, storage.accounts.tables);
  const node = storage.node === undefined ? undefined : { name: storage.node, toCurrentStaff };
  const jobs = createJobs({ store, files: importFiles, clock, log, isReadOnly: storage.isReadOnly, node });
  const payments = createPayments({ ...overrides, config, secrets, storage, products, mails, clock, log });
  const filesFolder = join(config.filesDir, 'files');
  const files = { ...overrides, folder: filesFolder, store: storage.files, clock, log };
  const library = createFileLibrary({ ...files, maker: overrides.pictureMaker ?? createPictureMaker() });
  const fileUploads = createFileUploads({ ...files, library, maxBytes: config.filesMaxBytes });
  const accountDeletion = createAccountDeletion({
    storage,
    library,
    fileUploads,
    staffRule,
    clock,
    log,
  });
  const upkeep = createUpkeep({
    ...overrides,
    config,
    storage,
    mails,
    clock,
    log,
    makeDue: library.makeDue,
    removals: [
      uploads.removeOld,
      fileUploads.removeOld,
      library.removeUnused,
      mails.removeOld,
      accountDeletion.finish,
    ],
  });
  if (!isPrivate) {
    void accountDeletion.finish();
    mails.start();
    payments.start();
    upkeep.start();
  }

  const addressOf = overrides.addressOf ?? createAddressReader(config.trustedProxies);
  return {
    config,
    secrets,
    clock,
    random,
    log,
    addressOf,
    networkOf: createNetworkReader(addressOf, log),
    storage,
    feed,
    installations: createInstallations(storage.devices, clock, secrets.tokenSecret),
    accessCode: createCurrentAccessCode(keptAccessCode, { signingSecret: secrets.tokenSecret, clock }),
    accounts,
    accountDeletion,
    accountControl: createAccountControl(storage.accounts.tables, clock),
    staffRule,
    readSession: overrides.readSession ?? createSessionReader(accounts, staffRule),
    mails,
    payments,
    products,
    jobs,
    uploads,
    importFiles,
    filesFolder,
    library,
    fileUploads,
    migrations: createMigrationRuns(storage.migrations, clock),
    upkeep,
    stopping: new AbortController(),
    async close() {
      // A backup that is being made fails when the files close, and is made after the next start.
      const upkeepEnded = upkeep.stop();
      const mailsStopped = mails.stop();
      const paymentsStopped = payments.stop();
      await library.close();
      await jobs.close();
      stopMaintenance?.();
      feed.close();
      await mailsStopped;
      await paymentsStopped;
      await storage.close();
      await upkeepEnded;
    },
  };
}

function openStorage(config: Config, clock: Clock, log: Log): Storage {
  const { dataDir, publicUrl, isPrivate, isReading, rejectedBytes, contactEmail: shopAddress } = config;
  const holder = { pid: process.pid, ...(isPrivate ? {} : { address: publicUrl }) };
  return openSqliteStorage({
    folder: dataDir,
    holder,
    isReading,
    clock,
    rejectedBytes,
    shopAddress,
    checks: !isPrivate,
    log,
  });
}

function createMailer(config: Config, clock: Clock, log: Log): Mailer {
  const senderAddress = config.contactEmail;
  if (config.smtpUrl !== undefined) return createSmtpMailer({ url: config.smtpUrl, senderAddress, log });
  return createFileMailer({ folder: join(config.dataDir, 'mail'), senderAddress, clock, log });
}
