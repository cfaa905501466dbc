import type { Database, Statement } from 'better-sqlite3';
import type { AccountTables } from '#server/accounts/account-tables.ts';
import { createSqliteAttempts } from './attempt-table.ts';

interface StoredSession {
  readonly accountId: string;
  readonly email: string;
  readonly emailVerified: number;
  /** ISO time, as the identity provider writes it. */
  readonly expiresAt: string;
}

const SESSION = `
  SELECT user.id AS accountId, user.email, user.emailVerified, session.expiresAt
  FROM session JOIN user ON user.id = session.userId WHERE session.id = ?`;

/** Tables of the accounts file. `session` and `user` belong to the identity provider. */
export function createSqliteAccountTables(database: Database): AccountTables {
  // Prepared on first use: the provider creates its tables later.
  let session: Statement<[string], StoredSession> | undefined;
  let verified: Statement<[string], number> | undefined;
  const hasUsers = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'user'`);
  return {
    ...createSqliteAttempts(database),
    session(id) {
      session ??= database.prepare(SESSION);
      const row = session.get(id);
      if (!row) return undefined;
      return {
        ...row,
        emailVerified: row.emailVerified === 1,
        expiresAt: Date.parse(row.expiresAt),
      };
    },
    isVerified(email) {
      // The table does not exist before the first sign-up.
      if (!hasUsers.get()) return undefined;
      verified ??= database
        .prepare<[string], number>(`SELECT emailVerified FROM user WHERE email = ?`)
        .pluck();
      const found = verified.get(email);
      return found === undefined ? undefined : found === 1;
    },
  };
}
