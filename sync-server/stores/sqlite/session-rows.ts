import type { Database, Statement } from 'better-sqlite3';
import type {
  Admission,
  DisabledAccount,
  DisabledAccounts,
  OwnSession,
  SessionTable,
} from '#server/accounts/session-table.ts';

interface StoredSession extends Omit<OwnSession, 'expiresAt' | 'beganAt' | 'usedAt'> {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly expiresAt: string;
  readonly beganAt: number | null;
  readonly usedAt: number | null;
}

interface BegunSession {
  readonly accountId: string;
  readonly isUnchanged: number;
  readonly hasGivenFactor: number;
}

const BEGUN_SESSION = `
  SELECT user.id AS accountId, session.emailVerifiedAt IS user.emailVerifiedAt AS isUnchanged,
    session.secondFactorAt IS NOT NULL AS hasGivenFactor
  FROM session JOIN user ON user.id = session.userId WHERE session.id = ?`;

/** Times of a session. Those of an earlier version have only the provider's, in ISO. */
export function toTimes(
  row: Pick<StoredSession, 'createdAt' | 'updatedAt' | 'expiresAt' | 'beganAt' | 'usedAt'>,
): Pick<OwnSession, 'beganAt' | 'usedAt' | 'expiresAt'> {
  return {
    beganAt: row.beganAt ?? Date.parse(row.createdAt),
    usedAt: row.usedAt ?? Date.parse(row.updatedAt),
    expiresAt: Date.parse(row.expiresAt),
  };
}

/** Sessions in the provider's table, which doesn't exist before the first sign-up, and disabled accounts. */
export function createSqliteSessionRows(
  database: Database,
  hasProviderTables: () => boolean,
  hasFactor: (accountId: string) => boolean,
): SessionTable & DisabledAccounts {
  database.exec(`
    CREATE TABLE IF NOT EXISTS disabledAccount (accountId TEXT PRIMARY KEY, at INTEGER NOT NULL, by TEXT NOT NULL)
      STRICT, WITHOUT ROWID`);
  // Prepared on first use: the provider creates its tables later.
  const statements = new Map<string, Statement>();
  const prepared = (sql: string): Statement => {
    const known = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  const change = (sql: string, ...values: readonly (string | number | null)[]) =>
    hasProviderTables() ? prepared(sql).run(...values).changes : 0;
  const isDisabled = database.prepare(`SELECT 1 FROM disabledAccount WHERE accountId = ?`);
  const putDisabled = database.prepare(
    `INSERT OR IGNORE INTO disabledAccount (accountId, at, by) VALUES (@accountId, @at, @by)`,
  );
  const enable = database.prepare(`DELETE FROM disabledAccount WHERE accountId = ?`);
  const disable = database.transaction((account: Parameters<DisabledAccounts['disable']>[0]) => {
    putDisabled.run(account);
    change(`DELETE FROM session WHERE userId = ?`, account.accountId);
  });

  function sessionsOf(accountId: string): readonly OwnSession[] {
    const rows = prepared(`
      SELECT id, beganAt, usedAt, createdAt, updatedAt, expiresAt, coalesce(userAgent, '') AS userAgent
      FROM session WHERE userId = ?`).all(accountId) as StoredSession[];
    return rows
      .map(({ id, userAgent, ...times }) => ({ id, userAgent, ...toTimes(times) }))
      .toSorted((a, b) => b.beganAt - a.beganAt);
  }

  function judge({ accountId, isUnchanged, hasGivenFactor }: BegunSession): Admission {
    if (isDisabled.get(accountId) !== undefined) return 'disabled';
    if (isUnchanged === 0) return 'changed';
    const needsFactor = hasFactor(accountId);
    if (needsFactor === (hasGivenFactor === 1)) return 'admitted';
    return needsFactor ? 'second-factor' : 'changed';
  }

  const admitSession = database.transaction((id: string, most: number): Admission => {
    const begun = database.prepare<[string], BegunSession>(BEGUN_SESSION).get(id);
    const admission = begun ? judge(begun) : 'changed';
    const ended = admission === 'admitted' && begun ? sessionsOf(begun.accountId).slice(most) : [{ id }];
    for (const session of ended) change(`DELETE FROM session WHERE id = ?`, session.id);
    return admission;
  });

  return {
    admitSession: async (id, most) => admitSession(id, most),
    sessionsOf: async (accountId) => sessionsOf(accountId),
    noteUse: async (id, at) => void change(`UPDATE session SET usedAt = ? WHERE id = ?`, at, id),
    noteConfirmation: async (id, at) =>
      void change(`UPDATE session SET confirmedAt = ? WHERE id = ?`, at, id),
    endSession: async (accountId, id) =>
      change(`DELETE FROM session WHERE userId = ? AND id = ?`, accountId, id) > 0,
    endSessions: async ({ accountId = null, except = null }) =>
      change(`DELETE FROM session WHERE userId = coalesce(?, userId) AND id IS NOT ?`, accountId, except),
    isDisabled: async (accountId) => isDisabled.get(accountId) !== undefined,
    listDisabled: async () =>
      hasProviderTables()
        ? (prepared(`
            SELECT user.email, at, by FROM disabledAccount JOIN user ON user.id = accountId
            ORDER BY user.email`).all() as DisabledAccount[])
        : [],
    disable: async (account) => disable(account),
    enable: async (accountId) => enable.run(accountId).changes > 0,
  };
}
