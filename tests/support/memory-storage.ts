import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import Database from 'better-sqlite3';
import type { AccountTables, AttemptRow } from '#server/accounts/account-tables.ts';
import type { StaffGrant, StaffGrants } from '#server/accounts/staff-grants.ts';
import { toBackupName, type Backup, type Backups } from '#server/backups/backups.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import type { DeviceNames } from '#server/devices/device-names.ts';
import type { Device, DeviceStore } from '#server/devices/device-store.ts';
import { toDay, VIEW_DAYS, type PageViews } from '#server/page-views.ts';
import type { StoredLock, MigrationStore } from '#server/migrations/migration-store.ts';
import type { AccountStorage, Storage } from '#server/storage.ts';
import { openAccountsDatabase } from '#server/stores/sqlite/open-accounts-database.ts';
import { createSqliteAccountTables } from '#server/stores/sqlite/account-tables.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { MigrationAttempt } from '#shared/migration/migration-run.ts';
import { createMemoryFiles } from './memory-files.ts';
import { createSuiteStore } from './suite-store.ts';
import { openMemoryTables } from './memory-tables.ts';

/** A server's storage in memory. A test passes the parts it inspects or shares between servers. */
export function createMemoryStorage(clock: Clock, parts: Partial<Storage> = {}): Storage {
  const documents = parts.documents ?? createSuiteStore(clock);
  const accounts = parts.accounts ?? createMemoryAccounts();
  const files = createMemoryFiles();
  return {
    node: undefined,
    epochEnded: undefined,
    leases: undefined,
    files,
    maintenance: undefined,
    eraser: undefined,
    devices: createMemoryDeviceStore(),
    migrations: createMemoryMigrations(),
    backups: createMemoryBackups(documents, clock),
    ...openMemoryTables(),
    accounts,
    staffGrants: createMemoryStaffGrants(),
    deviceNames: createMemoryDeviceNames(),
    pageViews: createMemoryPageViews(),
    isReadOnly: false,
    isDamaged: () => false,
    metrics: [
      { name: 'nankeen_wal_bytes', help: 'Size of the write-ahead log.', kind: 'gauge', read: () => 0 },
    ],
    close: async () => accounts.tables.flush(),
    ...parts,
    documents: files.follow(documents),
  };
}

/** In-memory attempt counts, without accounts. */
function createMemoryAccounts(): AccountStorage {
  const attempts = new Map<string, AttemptRow>();
  const put = (key: string, row: AttemptRow | undefined) =>
    row ? attempts.set(key, row) : attempts.delete(key);
  const tables: AccountTables = {
    session: async () => undefined,
    watchedSession: () => undefined,
    isVerified: async () => undefined,
    accountIdOf: async () => undefined,
    admitSession: async () => 'changed',
    sessionsOf: async () => [],
    noteUse: async () => undefined,
    noteConfirmation: async () => undefined,
    endSession: async () => false,
    endSessions: async () => 0,
    isDisabled: async () => false,
    listDisabled: async () => [],
    disable: async () => undefined,
    enable: async () => false,
    verifiedAt: async () => null,
    factorOf: async () => undefined,
    hasCodeApp: async () => false,
    hasFactor: async () => false,
    signInMethodsOf: async () => [],
    unlinkGoogle: async () => 'not-linked',
    putPendingFactor: async () => undefined,
    activateCodeApp: async () => false,
    removeCodeApp: async () => false,
    passkeysOf: async () => [],
    passkey: async () => undefined,
    addPasskey: async () => 'signed-out',
    removePasskey: async () => false,
    notePasskeyUse: async () => false,
    removeFactors: async () => false,
    useTimeStep: async () => false,
    recoveryCodesLeft: async () => 0,
    putRecoveryCodes: async () => false,
    useRecoveryCode: async () => false,
    putChallenge: async () => undefined,
    challenge: async () => undefined,
    deleteChallenge: async () => false,
    putPasskeyChallenge: async () => undefined,
    takePasskeyChallenge: async () => undefined,
    link: async () => undefined,
    linkOf: async () => undefined,
    deleteLink: async () => undefined,
    deleteAccount: async () => undefined,
    unprovenAccounts: async () => [],
    deleteUnproven: async () => 0,
    deletedAccounts: async () => [],
    isDeleted: async () => false,
    isDeletionLink: async () => false,
    forgetAddresses: async () => undefined,
    putLink: async () => false,
    useLink: async () => false,
    useAddressLink: async () => undefined,
    passwordHash: async () => undefined,
    changePassword: async () => false,
    async changeAttempts(keys, _now, decide) {
      const { result, rows } = decide(keys.map((key) => attempts.get(key)));
      if (rows) for (const [index, key] of keys.entries()) put(key, rows[index]);
      return result;
    },
    flush: async () => undefined,
  };
  return {
    tables,
    call: (provider) => provider(),
    hasProviderTables: false,
    inTurn: (run) => run(),
    get database(): never {
      throw new Error('This world has no accounts; see openAccountStorage.');
    },
  };
}

/** Opens accounts in SQLite, which the auth library requires. @param file path; in memory by default */
export function openAccountStorage(
  file = ':memory:',
): AccountStorage & { readonly database: Database.Database } {
  const database = openAccountsDatabase(file);
  return {
    database,
    tables: createSqliteAccountTables(database),
    call: (provider) => provider(),
    hasProviderTables: false,
    inTurn: (run) => run(),
  };
}

/** The database of accounts in SQLite. */
export function toAccountsDatabase({ database }: AccountStorage): Database.Database {
  if (database instanceof Database) return database;
  throw new Error('These accounts are not in SQLite.');
}

/** In-memory names of devices. */
function createMemoryDeviceNames(): DeviceNames {
  const names = new Map<string, string>();
  return {
    set: async (fid, name) => void (name === '' ? names.delete(fid) : names.set(fid, name)),
    list: async () => [...names].map(([fid, name]) => ({ fid, name })),
  };
}

/** In-memory page views. */
export function createMemoryPageViews(): PageViews {
  let views: { day: string; page: string }[] = [];
  return {
    add(page, at) {
      const first = toDay(at - VIEW_DAYS * 24 * 3_600_000);
      views = [...views, { day: toDay(at), page }].filter(({ day }) => day >= first);
    },
    count: async (page, since) =>
      views.filter((view) => view.page === page && view.day >= toDay(since)).length,
    flush: async () => undefined,
  };
}

/** In-memory devices. */
export function createMemoryDeviceStore(): DeviceStore {
  const devices = new Map<string, Device>();
  const times = new Map<string, { readonly createdAt: number; lastSeen: number }>();
  const blocked = new Set<string>();
  return {
    async list({ prefix, isBlocked, limit }) {
      const fitting = [...new Set([...devices.keys(), ...blocked])]
        .filter((fid) => fid.startsWith(prefix) && (!isBlocked || blocked.has(fid)))
        .map((fid) => ({
          fid,
          createdAt: times.get(fid)?.createdAt,
          lastSeen: times.get(fid)?.lastSeen,
          isBlocked: blocked.has(fid),
        }))
        .sort((a, b) => (b.lastSeen ?? -1) - (a.lastSeen ?? -1) || (a.fid < b.fid ? -1 : 1));
      return { devices: fitting.slice(0, limit), total: fitting.length };
    },
    find: async (fid) => devices.get(fid),
    async add(device, at) {
      if (devices.has(device.fid)) return false;
      devices.set(device.fid, device);
      times.set(device.fid, { createdAt: at, lastSeen: at });
      return true;
    },
    async replaceSecret(device) {
      const known = devices.get(device.fid);
      if (!known) return false;
      if ((known.generation ?? 0) < device.generation) devices.set(device.fid, device);
      return devices.get(device.fid)?.secretHash === device.secretHash;
    },
    async touch(fid, at) {
      const known = times.get(fid);
      if (known) known.lastSeen = at;
    },
    setBlocked: async (fid, isBlocked) => void (isBlocked ? blocked.add(fid) : blocked.delete(fid)),
    isBlocked: (fid) => blocked.has(fid),
  };
}

/** In-memory migrations. */
export function createMemoryMigrations(): MigrationStore {
  const attempts = new Map<string, MigrationAttempt>();
  let lock: StoredLock | undefined;
  return {
    read: async () => ({ attempts: [...attempts.values()], lock }),
    async change(decide) {
      const attempt = decide({ attempts: [...attempts.values()], lock });
      attempts.set(attempt.id, attempt);
      return attempt;
    },
    async take(wanted) {
      if (lock?.token === wanted.token) lock = { ...wanted, takenAt: lock.takenAt };
      else if (!lock || lock.expiresAt <= wanted.takenAt) lock = wanted;
      return lock;
    },
    async free(token) {
      if (token === undefined || lock?.token === token) lock = undefined;
    },
  };
}

/** In-memory backups, with one line of text instead of the data. */
export function createMemoryBackups(store: Pick<DocumentStore, 'newestSequence'>, clock: Clock): Backups {
  const kept = new Map<string, Backup & { readonly content: Buffer }>();
  return {
    async create({ isScheduled = false } = {}) {
      const sequence = await store.newestSequence();
      const name = toBackupName(clock.now(), isScheduled, (one) => kept.has(one));
      const content = Buffer.from(`Everything up to ${sequence}.\n`);
      const backup = { ...name, bytes: content.length, sequence };
      kept.set(backup.name, { ...backup, content });
      return { ...backup, sha256: createHash('sha256').update(content).digest('hex') };
    },
    list: async () => [...kept.values()].map(({ content: _content, ...backup }) => backup).toReversed(),
    names: async () => [...kept.values()].toReversed(),
    files: async (name) => (kept.has(name) ? [] : undefined),
    delete: async (name) => kept.delete(name),
    async open(name) {
      const backup = kept.get(name);
      return backup && Readable.from([backup.content]);
    },
  };
}

/** In-memory staff grants. */
export function createMemoryStaffGrants(): StaffGrants {
  const grants = new Map<string, StaffGrant>();
  const isOnlyManager = (email: string) =>
    grants.get(email)?.role === 'manager' &&
    [...grants.values()].filter(({ role }) => role === 'manager').length === 1;
  return {
    roleOf: (email) => grants.get(email)?.role,
    list: async () => [...grants.values()].sort((a, b) => (a.email < b.email ? -1 : 1)),
    async grant(grant, keepsManager = false) {
      const { email, role } = grant;
      if (grants.get(email)?.role === role || (keepsManager && isOnlyManager(email))) return false;
      grants.set(email, grant);
      return true;
    },
    revoke: async (email, keepsManager = false) =>
      !(keepsManager && isOnlyManager(email)) && grants.delete(email),
  };
}
