import { createId } from '#shared/kernel/ids.ts';
import type { AccountTables, LinkUse, MailedLinkRow } from '#server/accounts/account-tables.ts';
import type { Connection, Connections } from '../connections.ts';
import { changeInTurn, type ChangeAccounts } from './account-changes.ts';
import { removeFactors } from './factor-rows.ts';

const LINK = `
  SELECT purpose, account_id AS "accountId", email, browser, ends_at AS "endsAt", used_at AS "usedAt" FROM mailed_link`;
/** $7 whether the browser of the account's earlier link is kept. */
const PUT = `
  INSERT INTO mailed_link AS known (account_id, purpose, hash, email, browser, ends_at)
  SELECT $1, $2, $3, $4, $5, $6 WHERE $1 = '' OR EXISTS (SELECT 1 FROM "user" WHERE id = $1)
  ON CONFLICT (account_id, purpose) DO UPDATE SET hash = excluded.hash, email = excluded.email,
    ends_at = excluded.ends_at, used_at = NULL, browser = CASE WHEN $7 THEN known.browser ELSE excluded.browser END`;
const USE = 'UPDATE mailed_link SET used_at = $2 WHERE hash = $1 AND used_at IS NULL AND ends_at > $2';
/** $1 account, $2 the time in epoch milliseconds, $3 the same for the provider. */
const VERIFIED = `"emailVerified" = true, "emailVerifiedAt" = GREATEST($2, COALESCE("emailVerifiedAt" + 1, 0)),
  "updatedAt" = $3`;
const VERIFY = `UPDATE "user" SET ${VERIFIED} WHERE id = $1`;
const MOVE = `
  UPDATE "user" SET email = $4, ${VERIFIED} WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM "user" WHERE email = $4)`;
const SET_PASSWORD = `
  UPDATE account SET password = $2, "updatedAt" = $3 WHERE "userId" = $1 AND "providerId" = 'credential'`;
const ADD_PASSWORD = `
  INSERT INTO account (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
  VALUES ($4, $1, 'credential', $1, $2, $3, $3)`;

/** Another account has taken the address at the same moment. */
const UNIQUE_VIOLATION = '23505';

type MailedLinks = Pick<
  AccountTables,
  'link' | 'linkOf' | 'deleteLink' | 'putLink' | 'useLink' | 'useAddressLink'
>;

/** Mailed links on PostgreSQL, and what they do with their account. */
export function createPostgresMailedLinks(connections: Connections, change: ChangeAccounts): MailedLinks {
  const link = async (hash: string, connection: Connection = connections) =>
    (await connection.rows<MailedLinkRow>(`${LINK} WHERE hash = $1`, [hash]))[0];

  /** Spends a link, in the turn of its account. @returns `undefined` without such a link */
  async function spend<Result>(
    hash: string,
    work: (connection: Connection, accountId: string) => Promise<Result>,
  ): Promise<Result | undefined> {
    const accountId = (await link(hash))?.accountId;
    return accountId === undefined
      ? undefined
      : change([accountId], (connection) => work(connection, accountId));
  }

  return {
    link,
    linkOf: async (accountId, purpose) => {
      const where = 'WHERE account_id = $1 AND purpose = $2';
      return (await connections.rows<MailedLinkRow>(`${LINK} ${where}`, [accountId, purpose]))[0];
    },
    deleteLink: async (accountId, purpose) =>
      void (await connections.change('DELETE FROM mailed_link WHERE account_id = $1 AND purpose = $2', [
        accountId,
        purpose,
      ])),
    putLink: ({ accountId, purpose, hash, email, browser, endsAt }) =>
      changeInTurn(connections, [accountId], async (connection) => {
        const values = [accountId, purpose, hash, email, browser ?? null, endsAt, browser === undefined];
        return (await connection.change(PUT, values)) > 0;
      }),
    async useLink({ hash, at, passwordHash }) {
      const isUsed = await spend(hash, async (connection, accountId) => {
        if ((await connection.change(USE, [hash, at])) === 0) return false;
        const updatedAt = new Date(at).toISOString();
        if (passwordHash !== undefined) {
          // Another person may have signed up with the address.
          if (!(await isProven(connection, accountId))) await removeFactors(connection, accountId);
          await setPassword(connection, { accountId, passwordHash, updatedAt });
        }
        await connection.change(VERIFY, [accountId, at, updatedAt]);
        await endAll(connection, accountId, hash);
        return true;
      });
      return isUsed === true;
    },
    useAddressLink: ({ hash, at }) =>
      spend(hash, async (connection, accountId) => {
        const found = await link(hash, connection);
        if (found?.purpose !== 'address' || found.usedAt !== null || found.endsAt <= at) return undefined;
        const [user] = await connection.rows<{ email: string }>('SELECT email FROM "user" WHERE id = $1', [
          accountId,
        ]);
        const moved = [accountId, at, new Date(at).toISOString(), found.email];
        if ((await connection.change(MOVE, moved)) === 0) return undefined;
        await connection.change(USE, [hash, at]);
        await endAll(connection, accountId, hash);
        return user?.email;
      }).catch((cause: unknown) => {
        if (cause instanceof Error && 'code' in cause && cause.code === UNIQUE_VIOLATION) return undefined;
        throw cause;
      }),
  };
}

async function isProven(connection: Connection, accountId: string): Promise<boolean> {
  const proven = 'SELECT 1 FROM "user" WHERE id = $1 AND "emailVerifiedAt" IS NOT NULL';
  return (await connection.rows(proven, [accountId])).length > 0;
}

async function setPassword(
  connection: Connection,
  given: { readonly accountId: string; readonly updatedAt: string } & Required<Pick<LinkUse, 'passwordHash'>>,
): Promise<void> {
  const values = [given.accountId, given.passwordHash, given.updatedAt];
  if ((await connection.change(SET_PASSWORD, values)) > 0) return;
  await connection.change(ADD_PASSWORD, [...values, createId()]);
}

/** Ends the account's sessions, and removes its links but the used one. */
async function endAll(connection: Connection, accountId: string, hash: string): Promise<void> {
  await Promise.all([
    connection.change('DELETE FROM session WHERE "userId" = $1', [accountId]),
    connection.change('DELETE FROM mailed_link WHERE account_id = $1 AND hash <> $2', [accountId, hash]),
  ]);
}
