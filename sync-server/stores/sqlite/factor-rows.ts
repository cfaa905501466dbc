import type { Database } from 'better-sqlite3';
import type { ChallengeRow, FactorRow, FactorTable } from '#server/accounts/factor-table.ts';

/** A code is accepted for three time steps at most. */
const STEPS_KEPT = 10;

/** Second factors, and sign-ins that wait for one. `session` belongs to the identity provider. */
export function createSqliteFactorRows(database: Database): FactorTable {
  database.exec(`
    CREATE TABLE IF NOT EXISTS twoFactor (accountId TEXT PRIMARY KEY, secret TEXT, pending TEXT) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS usedTotpStep (
      accountId TEXT NOT NULL, step INTEGER NOT NULL, PRIMARY KEY (accountId, step)) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS recoveryCode (
      accountId TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (accountId, hash)) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS signInChallenge (
      hash TEXT PRIMARY KEY, accountId TEXT NOT NULL, verifiedAt INTEGER, endsAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `);
  const factor = database.prepare<[string], FactorRow>(
    `SELECT secret, pending FROM twoFactor WHERE accountId = ?`,
  );
  const putPending = database.prepare(`
    INSERT INTO twoFactor (accountId, pending) VALUES (?, ?) ON CONFLICT DO UPDATE SET pending = excluded.pending`);
  const useStep = database.prepare(`INSERT OR IGNORE INTO usedTotpStep (accountId, step) VALUES (?, ?)`);
  const forgetSteps = database.prepare(`DELETE FROM usedTotpStep WHERE accountId = ? AND step < ?`);
  const countCodes = database
    .prepare<[string], number>(`SELECT count(*) FROM recoveryCode WHERE accountId = ?`)
    .pluck();
  const deleteCodes = database.prepare(`DELETE FROM recoveryCode WHERE accountId = ?`);
  const putCode = database.prepare(`INSERT INTO recoveryCode (accountId, hash) VALUES (?, ?)`);
  const useCode = database.prepare(`DELETE FROM recoveryCode WHERE accountId = ? AND hash = ?`);
  const challenge = database.prepare<[string], ChallengeRow>(
    `SELECT accountId, verifiedAt, endsAt FROM signInChallenge WHERE hash = ?`,
  );
  const putChallenge = database.prepare(`
    INSERT INTO signInChallenge (hash, accountId, verifiedAt, endsAt)
    VALUES (@hash, @accountId, @verifiedAt, @endsAt)`);
  const deleteChallenge = database.prepare(`DELETE FROM signInChallenge WHERE hash = ?`);
  const deleteChallengesOf = database.prepare(`DELETE FROM signInChallenge WHERE accountId = ?`);
  const forgetChallenges = database.prepare(`DELETE FROM signInChallenge WHERE endsAt <= ?`);
  const run = (sql: string, ...values: readonly (string | number | null)[]) =>
    database.prepare(sql).run(...values).changes;

  const putCodes = database.transaction((accountId: string, hashes: readonly string[]) => {
    deleteCodes.run(accountId);
    for (const hash of hashes) putCode.run(accountId, hash);
  });

  return {
    factorOf: (accountId) => factor.get(accountId),
    hasFactor: (accountId) => typeof factor.get(accountId)?.secret === 'string',
    putPendingFactor: (accountId, pending) => void putPending.run(accountId, pending),
    activateFactor: database.transaction(
      ({
        accountId,
        secret,
        recoveryHashes,
        sessionId,
        at,
      }: Parameters<FactorTable['activateFactor']>[0]) => {
        run(`UPDATE twoFactor SET secret = ?, pending = NULL WHERE accountId = ?`, secret, accountId);
        putCodes(accountId, recoveryHashes);
        run(`UPDATE session SET secondFactorAt = ? WHERE id = ? AND userId = ?`, at, sessionId, accountId);
        run(`DELETE FROM session WHERE userId = ? AND id <> ?`, accountId, sessionId);
        deleteChallengesOf.run(accountId);
      },
    ),
    removeFactor: database.transaction((accountId: string, except: string | null = null) => {
      if (typeof factor.get(accountId)?.secret !== 'string') return false;
      run(`DELETE FROM twoFactor WHERE accountId = ?`, accountId);
      deleteCodes.run(accountId);
      deleteChallengesOf.run(accountId);
      run(`UPDATE session SET secondFactorAt = NULL WHERE userId = ? AND id IS ?`, accountId, except);
      run(`DELETE FROM session WHERE userId = ? AND id IS NOT ?`, accountId, except);
      return true;
    }),
    useTimeStep: database.transaction((accountId: string, step: number) => {
      forgetSteps.run(accountId, step - STEPS_KEPT);
      return useStep.run(accountId, step).changes > 0;
    }),
    recoveryCodesLeft: (accountId) => countCodes.get(accountId) ?? 0,
    putRecoveryCodes: putCodes,
    useRecoveryCode: (accountId, hash) => useCode.run(accountId, hash).changes > 0,
    putChallenge(hash, row, now) {
      forgetChallenges.run(now);
      putChallenge.run({ hash, ...row });
    },
    challenge: (hash) => challenge.get(hash),
    deleteChallenge: (hash) => void deleteChallenge.run(hash),
  };
}
