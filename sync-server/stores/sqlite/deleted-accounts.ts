import type { Database } from 'better-sqlite3';
import { DELETED_ACCOUNT } from '#shared/collections/collection.ts';
import type {
  DeletedAccount,
  DeletedAccounts,
  DeletionLinkUse,
  UnprovenPage,
} from '#server/accounts/deleted-accounts.ts';
import { truncateLog } from './connection-settings.ts';

interface Stored {
  readonly accountId: string;
  readonly addresses: string | null;
}

/** Columns that name the account of a row; the first one that a table has counts. `accountId` of `account` is Google's. */
const ACCOUNT_COLUMNS = ['userId', 'accountId'];

/** @param flush stores the attempt counters that are only in memory */
export function createSqliteDeletedAccounts(database: Database, flush: () => Promise<void>): DeletedAccounts {
  database.exec(`
    CREATE TABLE IF NOT EXISTS deletedAccount (
      accountId TEXT PRIMARY KEY, link TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, addresses TEXT
    ) STRICT, WITHOUT ROWID`);
  const list = database.prepare<[], Stored>(`SELECT accountId, addresses FROM deletedAccount ORDER BY at`);
  const find = database.prepare(`SELECT 1 FROM deletedAccount WHERE accountId = ?`);
  const findLink = database.prepare(`SELECT 1 FROM deletedAccount WHERE link = ?`);
  const forget = database.prepare(`UPDATE deletedAccount SET addresses = NULL WHERE accountId = ?`);
  const put = database.prepare(
    `INSERT INTO deletedAccount (accountId, link, at, addresses) VALUES (@accountId, @hash, @at, @addresses)`,
  );
  const tables = database.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck();
  const columns = database.prepare<[string], string>(`SELECT name FROM pragma_table_info(?)`).pluck();

  /** Every row that names the account, whatever its table is for. */
  function dropRows(accountId: string): void {
    for (const table of tables.all()) {
      const names = columns.all(table);
      const column = ACCOUNT_COLUMNS.find((name) => names.includes(name));
      if (column !== undefined)
        database.prepare(`DELETE FROM "${table}" WHERE "${column}" = ?`).run(accountId);
    }
    database.prepare(`DELETE FROM user WHERE id = ?`).run(accountId);
  }

  function isOnlyManager(accountId: string): boolean {
    const managers = database
      .prepare<[string], number>(
        `SELECT EXISTS (SELECT 1 FROM user WHERE id = ? AND lower(user.email) = staffGrant.email)
         FROM staffGrant WHERE role = 'manager'`,
      )
      .pluck()
      .all(accountId);
    return managers.length === 1 && managers[0] === 1;
  }

  const remove = database.transaction(({ hash, at, keepsManager }: DeletionLinkUse) => {
    const run = (sql: string, values: object) => database.prepare(sql).run(values);
    const accountId = database
      .prepare<[object], string>(
        `SELECT accountId FROM mailedLink
         WHERE hash = @hash AND purpose = 'delete-account' AND usedAt IS NULL AND endsAt > @at
           AND accountId NOT IN (SELECT accountId FROM disabledAccount)`,
      )
      .pluck()
      .get({ hash, at });
    if (accountId === undefined || (keepsManager && isOnlyManager(accountId))) return undefined;
    const addresses = database
      .prepare<[object], string>(
        `SELECT lower(email) FROM user WHERE id = @accountId
         UNION SELECT lower(email) FROM mailedLink WHERE accountId = @accountId`,
      )
      .pluck()
      .all({ accountId });
    dropRows(accountId);
    for (const address of addresses) {
      const values = { address, name: DELETED_ACCOUNT };
      run(`DELETE FROM staffGrant WHERE email = @address`, values);
      run(`UPDATE staffGrant SET by = @name WHERE lower(by) = @address`, values);
      run(`UPDATE disabledAccount SET by = @name WHERE lower(by) = @address`, values);
    }
    for (const text of [accountId, ...addresses]) {
      run(`DELETE FROM attempt WHERE instr(key, @text) > 0`, { text });
      run(`DELETE FROM verification WHERE instr(lower(identifier || ' ' || value), lower(@text)) > 0`, {
        text,
      });
    }
    put.run({ accountId, hash, at, addresses: JSON.stringify(addresses) });
    return { accountId, addresses };
  });

  const hasUsers = database.prepare(`SELECT 1 FROM pragma_table_info('user') WHERE name = 'emailVerifiedAt'`);
  function findUnproven(page: UnprovenPage): readonly string[] {
    // The provider creates its tables at the first sign-up.
    if (hasUsers.get() === undefined) return [];
    return database
      .prepare<[object], string>(
        `SELECT id FROM user WHERE emailVerified = 0 AND emailVerifiedAt IS NULL AND createdAt < @beforeIso AND id > @after
           AND NOT EXISTS (SELECT 1 FROM mailedLink WHERE accountId = user.id AND endsAt > @now)
           AND NOT EXISTS (SELECT 1 FROM disabledAccount WHERE accountId = user.id)
         ORDER BY id LIMIT @limit`,
      )
      .pluck()
      .all({ ...page, beforeIso: new Date(page.before).toISOString() });
  }

  const removeUnproven = database.transaction((accountIds: readonly string[], page: UnprovenPage) => {
    const going = findUnproven(page).filter((id) => accountIds.includes(id));
    for (const id of going) dropRows(id);
    return going.length;
  });

  return {
    unprovenAccounts: async (page) => findUnproven(page),
    async deleteUnproven(accountIds, page) {
      const deleted = removeUnproven.immediate(accountIds, page);
      if (deleted > 0) truncateLog(database);
      return deleted;
    },
    async deleteAccount(use) {
      await flush();
      const deleted = remove.immediate(use);
      if (deleted) truncateLog(database);
      return deleted;
    },
    deletedAccounts: async () => list.all().map(toDeleted),
    isDeleted: async (accountId) => find.get(accountId) !== undefined,
    isDeletionLink: async (hash) => findLink.get(hash) !== undefined,
    async forgetAddresses(accountId) {
      forget.run(accountId);
      truncateLog(database);
    },
  };
}

function toDeleted({ accountId, addresses }: Stored): DeletedAccount {
  return { accountId, addresses: addresses === null ? null : (JSON.parse(addresses) as readonly string[]) };
}
