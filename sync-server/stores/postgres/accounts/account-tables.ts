import type {
  AccountTables,
  AttemptTable,
  PasswordChange,
  SignInMethod,
} from '#server/accounts/account-tables.ts';
import type { Connection, Connections } from '../connections.ts';
import type { Facts } from '../facts.ts';
import type { ChangeAccounts } from './account-changes.ts';
import { createPostgresDeletedAccounts } from './deleted-accounts.ts';
import { createPostgresFactorRows } from './factor-rows.ts';
import { createPostgresMailedLinks } from './mailed-links.ts';
import { createPostgresSessionRows } from './session-rows.ts';

const METHODS = `
  SELECT "providerId", "accountId" AS subject, "createdAt" AS "addedAt" FROM account WHERE "userId" = $1
  ORDER BY "createdAt"`;
const CODE_APP = `
  SELECT added_at AS "addedAt" FROM code_app WHERE account_id = $1 AND secret IS NOT NULL`;
const PASSWORD = `SELECT password FROM account WHERE "userId" = $1 AND "providerId" = 'credential'`;
const REPLACE_PASSWORD = `
  UPDATE account SET password = $3, "updatedAt" = $4
  WHERE "userId" = $1 AND "providerId" = 'credential' AND password = $2`;
/** A sign-in that is checking the old password now gets no session: it has begun before this time. */
const NOTE_IN_SESSION = `
  UPDATE session SET "emailVerifiedAt" = GREATEST($3, "user"."emailVerifiedAt" + 1) FROM "user"
  WHERE session.id = $2 AND "user".id = $1 AND session."emailVerifiedAt" = "user"."emailVerifiedAt"`;
const NOTE_IN_ACCOUNT = `
  UPDATE "user" SET "emailVerifiedAt" = GREATEST($2, "emailVerifiedAt" + 1)
  WHERE id = $1 AND "emailVerifiedAt" IS NOT NULL`;
const END_OTHERS = 'DELETE FROM session WHERE "userId" = $1 AND id <> $2';
const PROVIDERS = `
  SELECT "providerId", EXISTS (SELECT 1 FROM passkey WHERE account_id = $1) AS "hasPasskey" FROM account
  WHERE "userId" = $1`;

interface Parts {
  readonly connections: Connections;
  readonly change: ChangeAccounts;
  readonly facts: Facts;
  readonly attempts: AttemptTable;
}

/** Accounts on PostgreSQL. `user`, `session`, `account` and `verification` belong to the identity provider. */
export function createPostgresAccountTables({ connections, change, facts, attempts }: Parts): AccountTables {
  async function userOf<Row extends object>(
    columns: string,
    key: 'id' | 'email',
    value: string,
  ): Promise<Row | undefined> {
    const rows = await connections.rows<Row>(`SELECT ${columns} FROM "user" WHERE ${key} = $1`, [value]);
    return rows[0];
  }

  return {
    ...attempts,
    ...createPostgresDeletedAccounts(connections, change),
    ...createPostgresFactorRows(connections, change),
    ...createPostgresSessionRows(connections, change),
    ...createPostgresMailedLinks(connections, change),
    session: facts.session,
    watchedSession: facts.watchedSession,
    async isVerified(email) {
      const columns = '"emailVerifiedAt" IS NOT NULL AS "isVerified"';
      return (await userOf<{ isVerified: boolean }>(columns, 'email', email))?.isVerified;
    },
    accountIdOf: async (email) => (await userOf<{ id: string }>('id', 'email', email))?.id,
    async verifiedAt(accountId) {
      const columns = '"emailVerifiedAt" AS at';
      return (await userOf<{ at: number | null }>(columns, 'id', accountId))?.at ?? null;
    },
    async signInMethodsOf(accountId) {
      const [methods, codeApps] = await connections.read((connection) =>
        Promise.all([
          connection.rows<{ providerId: string; subject: string; addedAt: Date }>(METHODS, [accountId]),
          connection.rows<{ addedAt: number | null }>(CODE_APP, [accountId]),
        ]),
      );
      return [
        ...methods.map(({ providerId, subject, addedAt }): SignInMethod => {
          const at = { addedAt: addedAt.toISOString() };
          return providerId === 'credential'
            ? { kind: 'password', ...at }
            : { kind: 'google', ...at, subject };
        }),
        ...codeApps.map(({ addedAt }) => ({
          kind: 'code-app' as const,
          addedAt: addedAt === null ? null : new Date(addedAt).toISOString(),
        })),
      ];
    },
    unlinkGoogle: (accountId, sessionId) =>
      change([accountId], async (connection) => {
        const rows = await connection.rows<{ providerId: string; hasPasskey: boolean }>(PROVIDERS, [
          accountId,
        ]);
        const hasPassword = rows.some(({ providerId }) => providerId === 'credential');
        if (rows.every(({ providerId }) => providerId === 'credential')) return 'not-linked';
        if (!hasPassword && rows[0]?.hasPasskey !== true) return 'only-sign-in';
        const unlink = `DELETE FROM account WHERE "userId" = $1 AND "providerId" <> 'credential'`;
        await Promise.all([
          connection.change(unlink, [accountId]),
          connection.change(END_OTHERS, [accountId, sessionId]),
          connection.change('DELETE FROM sign_in_challenge WHERE account_id = $1', [accountId]),
        ]);
        return 'unlinked';
      }),
    async passwordHash(accountId) {
      const [row] = await connections.rows<{ password: string | null }>(PASSWORD, [accountId]);
      return row?.password ?? undefined;
    },
    changePassword: (wanted) =>
      change([wanted.accountId], (connection) => changePassword(connection, wanted)),
  };
}

async function changePassword(
  connection: Connection,
  { accountId, replaced, passwordHash, at, sessionId }: PasswordChange,
): Promise<boolean> {
  const values = [accountId, replaced, passwordHash, new Date(at).toISOString()];
  if ((await connection.change(REPLACE_PASSWORD, values)) === 0) return false;
  await Promise.all([
    connection.change(NOTE_IN_SESSION, [accountId, sessionId, at]),
    connection.change(NOTE_IN_ACCOUNT, [accountId, at]),
    connection.change(END_OTHERS, [accountId, sessionId]),
  ]);
  return true;
}
