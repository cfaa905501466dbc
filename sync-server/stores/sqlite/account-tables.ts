import type { Database, Statement } from 'better-sqlite3';
import type { AccountTables, AttemptRow } from '#server/accounts/account-tables.ts';

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
  database.exec(`
    CREATE TABLE IF NOT EXISTS attempt (key TEXT PRIMARY KEY, count INTEGER NOT NULL, endsAt INTEGER NOT NULL)
      STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS attemptByEnd ON attempt (endsAt);
  `);
  // Prepared on first use: the provider creates its tables later.
  let session: Statement<[string], StoredSession> | undefined;
  let verified: Statement<[string], number> | undefined;
  const hasUsers = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'user'`);
  const attempt = database.prepare<[string], AttemptRow>(`SELECT count, endsAt FROM attempt WHERE key = ?`);
  const put = database.prepare(`INSERT OR REPLACE INTO attempt (key, count, endsAt) VALUES (?, ?, ?)`);
  const remove = database.prepare(`DELETE FROM attempt WHERE key = ?`);
  const removeEnded = database.prepare(`DELETE FROM attempt WHERE endsAt <= ?`);
  return {
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
    attempt: (key) => attempt.get(key),
    putAttempt: (key, { count, endsAt }) => void put.run(key, count, endsAt),
    deleteAttempt: (key) => void remove.run(key),
    deleteAttemptsBefore: (at) => void removeEnded.run(at),
  };
}
