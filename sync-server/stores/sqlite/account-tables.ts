import type { Database, Statement } from 'better-sqlite3';
import { createId } from '#shared/kernel/ids.ts';
import type {
  AccountTables,
  LinkUse,
  MailedLinkRow,
  PasswordChange,
  SessionRow,
} from '#server/accounts/account-tables.ts';
import { createSqliteAttempts } from './attempt-table.ts';
import { createSqliteDeletedAccounts } from './deleted-accounts.ts';
import { createSqliteFactorRows } from './factor-rows.ts';
import { createSqliteSessionRows, toTimes } from './session-rows.ts';

interface StoredSession {
  readonly accountId: string;
  readonly email: string;
  readonly emailVerified: number;
  readonly isTrusted: number;
  readonly hasSecondFactor: number;
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
    session.secondFactorAt IS NOT NULL AS hasSecondFactor,
    user.emailVerifiedAt IS NOT NULL AS emailVerified,
    user.emailVerifiedAt IS session.emailVerifiedAt AND user.emailVerifiedAt IS NOT NULL AS isTrusted
  FROM session JOIN user ON user.id = session.userId WHERE session.id = ?`;

const PUT_LINK = `
  INSERT INTO mailedLink (accountId, purpose, hash, email, browser, endsAt)
  SELECT @accountId, @purpose, @hash, @email, @browser, @endsAt
  WHERE @accountId = '' OR EXISTS (SELECT 1 FROM user WHERE id = @accountId)
  ON CONFLICT (accountId, purpose) DO UPDATE SET hash = @hash, email = @email, endsAt = @endsAt, usedAt = NULL,
    browser = iif(@keepsBrowser, browser, @browser)`;

/** Tables of the accounts file. `session` and `user` belong to the identity provider. */
export function createSqliteAccountTables(database: Database): AccountTables {
  // The earlier table's links have expired: they worked for ten minutes.
  database.exec(`
    DROP TABLE IF EXISTS verifyLink;
    CREATE TABLE IF NOT EXISTS mailedLink (
      accountId TEXT NOT NULL, purpose TEXT NOT NULL, hash TEXT NOT NULL UNIQUE, email TEXT NOT NULL, browser TEXT,
      endsAt INTEGER NOT NULL, usedAt INTEGER, PRIMARY KEY (accountId, purpose)
    ) STRICT, WITHOUT ROWID;
  `);
  // Prepared on first use: the provider creates its tables later.
  let session: Statement<[string], StoredSession> | undefined;
  let verifiedAt: Statement<[string], number | null> | undefined;
  let verified: Statement<[string], number> | undefined;
  let accountId: Statement<[string], string> | undefined;
  let putLink: Statement<[object]> | undefined;
  const hasUsers = database.prepare(`SELECT 1 FROM pragma_table_info('user') WHERE name = 'emailVerifiedAt'`);
  const link = database.prepare<[string], MailedLinkRow>(
    `SELECT purpose, accountId, email, browser, endsAt, usedAt FROM mailedLink WHERE hash = ?`,
  );
  const linkOf = database.prepare<[string, string], MailedLinkRow>(
    `SELECT purpose, accountId, email, browser, endsAt, usedAt FROM mailedLink WHERE accountId = ? AND purpose = ?`,
  );
  const deleteLink = database.prepare(`DELETE FROM mailedLink WHERE accountId = ? AND purpose = ?`);
  const factors = createSqliteFactorRows(database);
  const spendLink = database.transaction(({ hash, at, passwordHash }: LinkUse): boolean => {
    const run = (sql: string, values: object) => database.prepare(sql).run(values).changes > 0;
    const isUsed = run(
      `UPDATE mailedLink SET usedAt = @at WHERE hash = @hash AND usedAt IS NULL AND endsAt > @at`,
      { hash, at },
    );
    const accountId = link.get(hash)?.accountId;
    if (!isUsed || accountId === undefined) return false;
    const updatedAt = new Date(at).toISOString();
    const isProven = database.prepare(`SELECT 1 FROM user WHERE id = ? AND emailVerifiedAt IS NOT NULL`);
    // Another person may have signed up with the address.
    if (passwordHash !== undefined && isProven.get(accountId) === undefined) factors.removeFactors(accountId);
    run(
      `UPDATE user SET emailVerified = 1, emailVerifiedAt = max(@at, coalesce(emailVerifiedAt + 1, 0)),
         updatedAt = @updatedAt
       WHERE id = @accountId`,
      { at, updatedAt, accountId },
    );
    if (passwordHash !== undefined) {
      const values = { id: createId(), passwordHash, updatedAt, accountId };
      const isReplaced = run(
        `UPDATE account SET password = @passwordHash, updatedAt = @updatedAt
         WHERE userId = @accountId AND providerId = 'credential'`,
        values,
      );
      if (!isReplaced) {
        run(
          `INSERT INTO account (id, accountId, providerId, userId, password, createdAt, updatedAt)
           VALUES (@id, @accountId, 'credential', @accountId, @passwordHash, @updatedAt, @updatedAt)`,
          values,
        );
      }
    }
    run(`DELETE FROM session WHERE userId = @accountId`, { accountId });
    run(`DELETE FROM mailedLink WHERE accountId = @accountId AND hash <> @hash`, { accountId, hash });
    return true;
  });
  const spendAddressLink = database.transaction(({ hash, at }: Pick<LinkUse, 'hash' | 'at'>) => {
    const found = link.get(hash);
    if (found?.purpose !== 'address' || found.usedAt !== null || found.endsAt <= at) return undefined;
    const { accountId, email } = found;
    const emailOf = database.prepare<[string], string>(`SELECT email FROM user WHERE id = ?`).pluck();
    const earlier = emailOf.get(accountId);
    const run = (sql: string, values: object) => database.prepare(sql).run(values).changes > 0;
    const isMoved = run(
      `UPDATE user SET email = @email, emailVerified = 1, updatedAt = @updatedAt,
         emailVerifiedAt = max(@at, coalesce(emailVerifiedAt + 1, 0))
       WHERE id = @accountId AND NOT EXISTS (SELECT 1 FROM user WHERE email = @email)`,
      { email, at, updatedAt: new Date(at).toISOString(), accountId },
    );
    if (!isMoved) return undefined;
    run(`UPDATE mailedLink SET usedAt = @at WHERE hash = @hash`, { at, hash });
    run(`DELETE FROM session WHERE userId = @accountId`, { accountId });
    run(`DELETE FROM mailedLink WHERE accountId = @accountId AND hash <> @hash`, { accountId, hash });
    return earlier;
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
  const unlinkGoogle = database.transaction((accountId: string, sessionId: string) => {
    const providers = database
      .prepare<[string], string>(`SELECT providerId FROM account WHERE userId = ?`)
      .pluck()
      .all(accountId);
    const hasPasskey =
      database.prepare(`SELECT 1 FROM passkey WHERE accountId = ?`).get(accountId) !== undefined;
    if (providers.every((provider) => provider === 'credential')) return 'not-linked';
    if (!providers.includes('credential') && !hasPasskey) return 'only-sign-in';
    database.prepare(`DELETE FROM account WHERE userId = ? AND providerId <> 'credential'`).run(accountId);
    database.prepare(`DELETE FROM session WHERE userId = ? AND id <> ?`).run(accountId, sessionId);
    database.prepare(`DELETE FROM signInChallenge WHERE accountId = ?`).run(accountId);
    return 'unlinked';
  });
  const hasProviderTables = () => hasUsers.get() !== undefined;

  function readSession(id: string): SessionRow | undefined {
    session ??= database.prepare(SESSION);
    const row = session.get(id);
    if (!row) return undefined;
    const { accountId, email, confirmedAt } = row;
    return {
      accountId,
      email,
      emailVerified: row.emailVerified === 1,
      isTrusted: row.isTrusted === 1,
      hasSecondFactor: row.hasSecondFactor === 1,
      confirmedAt,
      ...toTimes(row),
    };
  }

  const attempts = createSqliteAttempts(database);
  return {
    ...attempts,
    ...createSqliteDeletedAccounts(database, attempts.flush),
    ...factors.table,
    ...createSqliteSessionRows(database, hasProviderTables, factors.hasFactor),
    session: async (id) => readSession(id),
    watchedSession: readSession,
    async isVerified(email) {
      // The table does not exist before the first sign-up.
      if (!hasProviderTables()) return undefined;
      verified ??= database
        .prepare<[string], number>(`SELECT emailVerifiedAt IS NOT NULL FROM user WHERE email = ?`)
        .pluck();
      const found = verified.get(email);
      return found === undefined ? undefined : found === 1;
    },
    async accountIdOf(email) {
      if (!hasProviderTables()) return undefined;
      accountId ??= database.prepare<[string], string>(`SELECT id FROM user WHERE email = ?`).pluck();
      return accountId.get(email);
    },
    async verifiedAt(accountId) {
      verifiedAt ??= database
        .prepare<[string], number | null>(`SELECT emailVerifiedAt FROM user WHERE id = ?`)
        .pluck();
      return verifiedAt.get(accountId) ?? null;
    },
    link: async (hash) => link.get(hash),
    linkOf: async (accountId, purpose) => linkOf.get(accountId, purpose),
    deleteLink: async (accountId, purpose) => void deleteLink.run(accountId, purpose),
    async putLink({ browser, ...row }) {
      putLink ??= database.prepare(PUT_LINK);
      const keepsBrowser = browser === undefined ? 1 : 0;
      return putLink.run({ ...row, browser: browser ?? null, keepsBrowser }).changes > 0;
    },
    useLink: async (use) => spendLink(use),
    useAddressLink: async (use) => spendAddressLink(use),
    signInMethodsOf: async (accountId) => [
      ...database
        .prepare<[string], { providerId: string; accountId: string; createdAt: string }>(
          `SELECT providerId, accountId, createdAt FROM account WHERE userId = ? ORDER BY createdAt`,
        )
        .all(accountId)
        .map(({ providerId, accountId: subject, createdAt: addedAt }) =>
          providerId === 'credential'
            ? { kind: 'password' as const, addedAt }
            : { kind: 'google' as const, addedAt, subject },
        ),
      ...database
        .prepare<[string], number | null>(
          `SELECT addedAt FROM twoFactor WHERE accountId = ? AND secret IS NOT NULL`,
        )
        .pluck()
        .all(accountId)
        .map((at) => ({
          kind: 'code-app' as const,
          addedAt: at === null ? null : new Date(at).toISOString(),
        })),
    ],
    unlinkGoogle: async (accountId, sessionId) => unlinkGoogle(accountId, sessionId),
    passwordHash: async (accountId) =>
      database
        .prepare<[string], string | null>(
          `SELECT password FROM account WHERE userId = ? AND providerId = 'credential'`,
        )
        .pluck()
        .get(accountId) ?? undefined,
    changePassword: async (change) => changePassword(change),
  };
}
