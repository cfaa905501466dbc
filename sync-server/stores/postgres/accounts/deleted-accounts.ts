import { DELETED_ACCOUNT } from '#shared/collections/collection.ts';
import type { DeletedAccounts, DeletionLinkUse, UnprovenPage } from '#server/accounts/deleted-accounts.ts';
import type { Connection, Connections } from '../connections.ts';
import type { ChangeAccounts } from './account-changes.ts';

const LIST = 'SELECT account_id AS "accountId", addresses FROM deleted_account ORDER BY at';
const FORGET = 'UPDATE deleted_account SET addresses = NULL WHERE account_id = $1';
const PUT = 'INSERT INTO deleted_account (account_id, link, at, addresses) VALUES ($1, $2, $3, $4)';
const LINK = `
  SELECT account_id AS "accountId" FROM mailed_link
  WHERE hash = $1 AND purpose = 'delete-account' AND used_at IS NULL AND ends_at > $2
    AND account_id NOT IN (SELECT account_id FROM disabled_account)`;
const ADDRESSES = `
  SELECT lower(email) AS address FROM "user" WHERE id = $1
  UNION SELECT lower(email) FROM mailed_link WHERE account_id = $1`;
/** Whether the account is a manager, and the only one. */
const IS_ONLY_MANAGER = `
  SELECT count(*) = 1 AND bool_or(email = (SELECT lower(email) FROM "user" WHERE id = $1)) AS found
  FROM staff_grant WHERE role = 'manager'`;
/** No other node changes grants or counters until the account is gone. */
const ALONE = 'LOCK TABLE staff_grant, attempt IN SHARE ROW EXCLUSIVE MODE';

/** The columns that name the account of a row, the provider's and ours. */
const ACCOUNT_COLUMNS = `
  SELECT relname AS table, attname AS column FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND attname IN ('userId', 'account_id')`;

/** $1 signed up before, $2 now, $3 id after which the page begins, $4 how many. */
const UNPROVEN = `
  SELECT id FROM "user"
  WHERE NOT "emailVerified" AND "emailVerifiedAt" IS NULL AND "createdAt" < $1::timestamptz AND id > $3
    AND NOT EXISTS (SELECT 1 FROM mailed_link WHERE account_id = "user".id AND ends_at > $2)
    AND NOT EXISTS (SELECT 1 FROM disabled_account WHERE account_id = "user".id)
  ORDER BY id LIMIT $4`;

/** Deletes accounts on PostgreSQL, and notes which were deleted. */
export function createPostgresDeletedAccounts(
  connections: Connections,
  change: ChangeAccounts,
): DeletedAccounts {
  const isThere = async (text: string, value: string) => (await connections.rows(text, [value])).length > 0;
  return {
    unprovenAccounts: (page) => findUnproven(connections, page),
    deleteUnproven: (accountIds, page) =>
      change(accountIds, async (connection) => {
        const going = (await findUnproven(connection, page)).filter((id) => accountIds.includes(id));
        await dropRows(connection, going);
        return going.length;
      }),
    async deleteAccount(use) {
      const [link] = await connections.rows<{ accountId: string }>(LINK, [use.hash, use.at]);
      return link && change([link.accountId], (connection) => deleteAccount(connection, use));
    },
    deletedAccounts: async () =>
      (await connections.rows<{ accountId: string; addresses: string | null }>(LIST)).map(
        ({ accountId, addresses }) => ({
          accountId,
          addresses: addresses === null ? null : (JSON.parse(addresses) as readonly string[]),
        }),
      ),
    isDeleted: (accountId) => isThere('SELECT 1 FROM deleted_account WHERE account_id = $1', accountId),
    isDeletionLink: (hash) => isThere('SELECT 1 FROM deleted_account WHERE link = $1', hash),
    forgetAddresses: async (accountId) => void (await connections.change(FORGET, [accountId])),
  };
}

async function findUnproven(
  connection: Connection,
  { before, now, after, limit }: UnprovenPage,
): Promise<readonly string[]> {
  const values = [new Date(before).toISOString(), now, after, limit];
  return (await connection.rows<{ id: string }>(UNPROVEN, values)).map(({ id }) => id);
}

/** Every row that names one of the accounts, whatever its table is for. */
async function dropRows(connection: Connection, accountIds: readonly string[]): Promise<void> {
  const columns = await connection.rows<{ table: string; column: string }>(ACCOUNT_COLUMNS);
  for (const { table, column } of columns)
    await connection.change(`DELETE FROM "${table}" WHERE "${column}" = ANY ($1::text[])`, [accountIds]);
  await connection.change('DELETE FROM "user" WHERE id = ANY ($1::text[])', [accountIds]);
}

async function deleteAccount(connection: Connection, { hash, at, keepsManager }: DeletionLinkUse) {
  const [, [link]] = await Promise.all([
    connection.change(ALONE),
    connection.rows<{ accountId: string }>(LINK, [hash, at]),
  ]);
  if (!link) return undefined;
  const { accountId } = link;
  const [[manager], found] = await Promise.all([
    connection.rows<{ found: boolean | null }>(IS_ONLY_MANAGER, [accountId]),
    connection.rows<{ address: string }>(ADDRESSES, [accountId]),
  ]);
  if (keepsManager && manager?.found === true) return undefined;
  const addresses = found.map(({ address }) => address);
  await dropRows(connection, [accountId]);
  await Promise.all([
    connection.change('DELETE FROM staff_grant WHERE email = ANY ($1::text[])', [addresses]),
    ...['staff_grant', 'disabled_account'].map((table) =>
      connection.change(`UPDATE ${table} SET "by" = $2 WHERE lower("by") = ANY ($1::text[])`, [
        addresses,
        DELETED_ACCOUNT,
      ]),
    ),
    connection.change('DELETE FROM attempt USING unnest($1::text[]) AS named WHERE strpos(key, named) > 0', [
      [accountId, ...addresses],
    ]),
    connection.change(
      `DELETE FROM verification USING unnest($1::text[]) AS named
       WHERE strpos(lower(identifier || ' ' || value), lower(named)) > 0`,
      [[accountId, ...addresses]],
    ),
    connection.change(PUT, [accountId, hash, at, JSON.stringify(addresses)]),
  ]);
  return { accountId, addresses };
}
