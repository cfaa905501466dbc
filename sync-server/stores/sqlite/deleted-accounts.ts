import type { Database } from 'better-sqlite3';
import { DELETED_ACCOUNT } from '#shared/collections/collection.ts';
import type { DeletedAccount, DeletedAccounts } from '#server/accounts/deleted-accounts.ts';
import { truncateLog } from './connection-settings.ts';

interface Stored {
  readonly accountId: string;
  readonly addresses: string | null;
}

/** Columns that name the account of a row; the first one that a table has counts. `accountId` of `account` is Google's. */
const ACCOUNT_COLUMNS = ['userId', 'accountId'];

/** @param flush stores the attempt counters that are only in memory */
export function createSqliteDeletedAccounts(database: Database, flush: () => void): DeletedAccounts {
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

  const remove = database.transaction(({ hash, at }: { hash: string; at: number }) => {
    const run = (sql: string, values: object) => database.prepare(sql).run(values);
    const accountId = database
      .prepare<[object], string>(
        `SELECT accountId FROM mailedLink
         WHERE hash = @hash AND purpose = 'delete-account' AND usedAt IS NULL AND endsAt > @at`,
      )
      .pluck()
      .get({ hash, at });
    if (accountId === undefined) return undefined;
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

  return {
    deleteAccount(link) {
      flush();
      const deleted = remove.immediate(link);
      if (deleted) truncateLog(database);
      return deleted;
    },
    deletedAccounts: () => list.all().map(toDeleted),
    isDeleted: (accountId) => find.get(accountId) !== undefined,
    isDeletionLink: (hash) => findLink.get(hash) !== undefined,
    forgetAddresses(accountId) {
      forget.run(accountId);
      truncateLog(database);
    },
  };
}

function toDeleted({ accountId, addresses }: Stored): DeletedAccount {
  return { accountId, addresses: addresses === null ? null : (JSON.parse(addresses) as readonly string[]) };
}
