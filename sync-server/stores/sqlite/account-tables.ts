import type { Database, Statement } from 'better-sqlite3';
import type {
  AccountTables,
  LinkUse,
  PasswordChange,
  VerifyLinkRow,
} from '#server/accounts/account-tables.ts';
import { createSqliteAttempts } from './attempt-table.ts';
import { createSqliteSessionRows, toTimes } from './session-rows.ts';

interface StoredSession {
  readonly accountId: string;
  readonly email: string;
  readonly emailVerified: number;
  readonly isTrusted: number;
  /** ISO times, as the identity provider writes them. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly expiresAt: string;
  /** Epoch milliseconds. */
  readonly beganAt: number | null;
  readonly usedAt: number | null;
  readonly confirmedAt: number | null;
}

const SESSION = `
  SELECT user.id AS accountId, user.email, session.expiresAt, session.createdAt, session.updatedAt,
    session.beganAt, session.usedAt, session.confirmedAt,
    user.emailVerifiedAt IS NOT NULL AS emailVerified,
    user.emailVerifiedAt IS session.emailVerifiedAt AND user.emailVerifiedAt IS NOT NULL AS isTrusted
  FROM session JOIN user ON user.id = session.userId WHERE session.id = ?`;

/** Tables of the accounts file. `session` and `user` belong to the identity provider. */
export function createSqliteAccountTables(database: Database): AccountTables {
  database.exec(`
    CREATE TABLE IF NOT EXISTS verifyLink (
      accountId TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, email TEXT NOT NULL, signUpSession TEXT,
      endsAt INTEGER NOT NULL, usedAt INTEGER
    ) STRICT, WITHOUT ROWID;
  `);
  // Prepared on first use: the provider creates its tables later.
  let session: Statement<[string], StoredSession> | undefined;
  let verifiedAt: Statement<[string], number | null> | undefined;
  let verified: Statement<[string], number> | undefined;
  let accountId: Statement<[string], string> | undefined;
  const hasUsers = database.prepare(`SELECT 1 FROM pragma_table_info('user') WHERE name = 'emailVerifiedAt'`);
  const verifyLink = database.prepare<[string], VerifyLinkRow>(
    `SELECT accountId, email, signUpSession, endsAt, usedAt FROM verifyLink WHERE hash = ?`,
  );
  const putVerifyLink = database.prepare(`
    INSERT INTO verifyLink (accountId, hash, email, signUpSession, endsAt)
    VALUES (@accountId, @hash, @email, @signUpSession, @endsAt)
    ON CONFLICT (accountId) DO UPDATE SET hash = @hash, email = @email, endsAt = @endsAt, usedAt = NULL,
      signUpSession = coalesce(@signUpSession, signUpSession)`);
  const useVerifyLink = database.transaction(({ hash, at, passwordHash }: LinkUse): boolean => {
    const run = (sql: string, values: object) => database.prepare(sql).run(values).changes > 0;
    const isUsed = run(
      `UPDATE verifyLink SET usedAt = @at WHERE hash = @hash AND usedAt IS NULL AND endsAt > @at`,
      { hash, at },
    );
    const accountId = verifyLink.get(hash)?.accountId;
    if (!isUsed || accountId === undefined) return false;
    const updatedAt = new Date(at).toISOString();
    run(
      `UPDATE user SET emailVerified = 1, emailVerifiedAt = @at, updatedAt = @updatedAt WHERE id = @accountId`,
      { at, updatedAt, accountId },
    );
    if (passwordHash !== undefined) {
      run(
        `UPDATE account SET password = @passwordHash, updatedAt = @updatedAt
         WHERE userId = @accountId AND providerId = 'credential'`,
        { passwordHash, updatedAt, accountId },
      );
    }
    run(`DELETE FROM session WHERE userId = @accountId`, { accountId });
    return true;
  });
  const changePassword = database.transaction((change: PasswordChange): boolean => {
    const values = { ...change, updatedAt: new Date(change.at).toISOString() };
    const run = (sql: string) => database.prepare(sql).run(values).changes > 0;
    const isChanged = run(
      `UPDATE account SET password = @passwordHash, updatedAt = @updatedAt
       WHERE userId = @accountId AND providerId = 'credential' AND password = @replaced`,
    );
    if (!isChanged) return false;
    // A sign-in that is checking the old password now gets no session, see `toAuthOptions`.
    run(
      `UPDATE session SET emailVerifiedAt = max(@at, user.emailVerifiedAt + 1) FROM user
       WHERE session.id = @sessionId AND user.id = @accountId AND session.emailVerifiedAt = user.emailVerifiedAt`,
    );
    run(
      `UPDATE user SET emailVerifiedAt = max(@at, emailVerifiedAt + 1)
       WHERE id = @accountId AND emailVerifiedAt IS NOT NULL`,
    );
    run(`DELETE FROM session WHERE userId = @accountId AND id <> @sessionId`);
    return true;
  });
  const hasProviderTables = () => hasUsers.get() !== undefined;
  return {
    ...createSqliteAttempts(database),
    ...createSqliteSessionRows(database, hasProviderTables),
    session(id) {
      session ??= database.prepare(SESSION);
      const row = session.get(id);
      if (!row) return undefined;
      const { accountId, email, confirmedAt } = row;
      return {
        accountId,
        email,
        emailVerified: row.emailVerified === 1,
        isTrusted: row.isTrusted === 1,
        confirmedAt,
        ...toTimes(row),
      };
    },
    isVerified(email) {
      // The table does not exist before the first sign-up.
      if (!hasProviderTables()) return undefined;
      verified ??= database
        .prepare<[string], number>(`SELECT emailVerifiedAt IS NOT NULL FROM user WHERE email = ?`)
        .pluck();
      const found = verified.get(email);
      return found === undefined ? undefined : found === 1;
    },
    accountIdOf(email) {
      if (!hasProviderTables()) return undefined;
      accountId ??= database.prepare<[string], string>(`SELECT id FROM user WHERE email = ?`).pluck();
      return accountId.get(email);
    },
    verifiedAt(accountId) {
      verifiedAt ??= database
        .prepare<[string], number | null>(`SELECT emailVerifiedAt FROM user WHERE id = ?`)
        .pluck();
      return verifiedAt.get(accountId) ?? null;
    },
    verifyLink: (hash) => verifyLink.get(hash),
    putVerifyLink: ({ signUpSession = null, ...link }) => void putVerifyLink.run({ ...link, signUpSession }),
    useVerifyLink,
    passwordHash: (accountId) =>
      database
        .prepare<[string], string | null>(
          `SELECT password FROM account WHERE userId = ? AND providerId = 'credential'`,
        )
        .pluck()
        .get(accountId) ?? undefined,
    changePassword,
  };
}
