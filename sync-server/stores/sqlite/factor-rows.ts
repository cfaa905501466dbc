import type { Database } from 'better-sqlite3';
import type {
  ChallengeRow,
  FactorRow,
  FactorTable,
  PasskeyChallengeRow,
  PasskeyRow,
} from '#server/accounts/factor-table.ts';

/** A code is accepted for three time steps at most. */
const STEPS_KEPT = 10;

/** Second factors, and sign-ins that wait for one. `session` belongs to the identity provider. */
export function createSqliteFactorRows(database: Database): FactorTable {
  database.exec(`
    CREATE TABLE IF NOT EXISTS twoFactor (accountId TEXT PRIMARY KEY, secret TEXT, pending TEXT) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS passkey (
      credentialId TEXT PRIMARY KEY, accountId TEXT NOT NULL, publicKey BLOB NOT NULL, counter INTEGER NOT NULL,
      transports TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, madeAt INTEGER NOT NULL, usedAt INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS passkeyOfAccount ON passkey (accountId);
    CREATE TABLE IF NOT EXISTS usedTotpStep (
      accountId TEXT NOT NULL, step INTEGER NOT NULL, PRIMARY KEY (accountId, step)) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS recoveryCode (
      accountId TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (accountId, hash)) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS signInChallenge (
      hash TEXT PRIMARY KEY, accountId TEXT NOT NULL, verifiedAt INTEGER, endsAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS passkeyChallenge (
      hash TEXT PRIMARY KEY, purpose TEXT NOT NULL, accountId TEXT, challenge TEXT NOT NULL, endsAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `);
  // Files of earlier versions, and backups of them, don't say since when.
  if (!database.prepare(`SELECT 1 FROM pragma_table_info('twoFactor') WHERE name = 'addedAt'`).get())
    database.exec(`ALTER TABLE twoFactor ADD COLUMN addedAt INTEGER`);
  const addedAt = database
    .prepare<[string], number | null>(`SELECT addedAt FROM twoFactor WHERE accountId = ?`)
    .pluck();
  const factor = database.prepare<[string], FactorRow>(
    `SELECT secret, pending FROM twoFactor WHERE accountId = ?`,
  );
  const hasPasskey = database.prepare(`SELECT 1 FROM passkey WHERE accountId = ?`);
  const passkeysOf = database.prepare<[string], PasskeyRow>(
    `SELECT * FROM passkey WHERE accountId = ? ORDER BY madeAt, id`,
  );
  const passkey = database.prepare<[string], PasskeyRow>(`SELECT * FROM passkey WHERE credentialId = ?`);
  const putPasskey = database.prepare(`
    INSERT INTO passkey (credentialId, accountId, publicKey, counter, transports, id, name, madeAt, usedAt)
    VALUES (@credentialId, @accountId, @publicKey, @counter, @transports, @id, @name, @madeAt, @usedAt)`);
  const usePasskey = database.prepare(`
    UPDATE passkey SET counter = @counter, usedAt = @at
    WHERE credentialId = @credentialId AND (counter < @counter OR counter = 0)`);
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
  const forgetChallenges = database.prepare(`DELETE FROM signInChallenge WHERE endsAt <= ?`);
  const putPasskeyChallenge = database.prepare(`
    INSERT INTO passkeyChallenge (hash, purpose, accountId, challenge, endsAt)
    VALUES (@hash, @purpose, @accountId, @challenge, @endsAt)`);
  const takePasskeyChallenge = database.prepare<[string], PasskeyChallengeRow>(
    `DELETE FROM passkeyChallenge WHERE hash = ? RETURNING purpose, accountId, challenge, endsAt`,
  );
  const forgetPasskeyChallenges = database.prepare(`DELETE FROM passkeyChallenge WHERE endsAt <= ?`);
  const run = (sql: string, ...values: readonly (string | number | null)[]) =>
    database.prepare(sql).run(...values).changes;

  const hasCodeApp = (accountId: string) => typeof factor.get(accountId)?.secret === 'string';
  const hasFactor = (accountId: string) => hasCodeApp(accountId) || hasPasskey.get(accountId) !== undefined;

  const putCodes = database.transaction((accountId: string, hashes: readonly string[]) => {
    deleteCodes.run(accountId);
    for (const hash of hashes) putCode.run(accountId, hash);
  });

  function endOthers(accountId: string, sessionId: string | null): void {
    run(`DELETE FROM session WHERE userId = ? AND id IS NOT ?`, accountId, sessionId);
    run(`DELETE FROM signInChallenge WHERE accountId = ?`, accountId);
    run(`DELETE FROM passkeyChallenge WHERE accountId = ?`, accountId);
  }

  function noteAdded(accountId: string, { sessionId, at }: { sessionId: string; at: number }): void {
    run(`UPDATE session SET secondFactorAt = ? WHERE id = ? AND userId = ?`, at, sessionId, accountId);
    endOthers(accountId, sessionId);
  }

  function noteRemoved(accountId: string, sessionId: string | null): void {
    if (!hasFactor(accountId)) {
      deleteCodes.run(accountId);
      run(`UPDATE session SET secondFactorAt = NULL WHERE userId = ?`, accountId);
    }
    endOthers(accountId, sessionId);
  }

  return {
    factorOf: (accountId) => factor.get(accountId),
    hasCodeApp,
    hasFactor,
    factorSince(accountId) {
      const at = addedAt.get(accountId) ?? null;
      return at === null ? null : new Date(at).toISOString();
    },
    putPendingFactor: (accountId, pending) => void putPending.run(accountId, pending),
    activateCodeApp: database.transaction(
      ({ accountId, secret, recoveryHashes, ...change }: Parameters<FactorTable['activateCodeApp']>[0]) => {
        run(
          `UPDATE twoFactor SET secret = ?, pending = NULL, addedAt = ? WHERE accountId = ?`,
          secret,
          change.at,
          accountId,
        );
        putCodes(accountId, recoveryHashes);
        noteAdded(accountId, change);
      },
    ),
    removeCodeApp: database.transaction((accountId: string, sessionId: string) => {
      if (!hasCodeApp(accountId)) return false;
      run(`DELETE FROM twoFactor WHERE accountId = ?`, accountId);
      noteRemoved(accountId, sessionId);
      return true;
    }),
    passkeysOf: (accountId) => passkeysOf.all(accountId),
    passkey: (credentialId) => passkey.get(credentialId),
    addPasskey: database.transaction((...[added, change, hashes]: Parameters<FactorTable['addPasskey']>) => {
      putPasskey.run(added);
      if (hashes) putCodes(added.accountId, hashes);
      noteAdded(added.accountId, change);
    }),
    removePasskey: database.transaction(
      ({ accountId, id }: Parameters<FactorTable['removePasskey']>[0], sessionId: string) => {
        if (run(`DELETE FROM passkey WHERE accountId = ? AND id = ?`, accountId, id) === 0) return false;
        noteRemoved(accountId, sessionId);
        return true;
      },
    ),
    notePasskeyUse: (use) => usePasskey.run(use).changes > 0,
    removeFactors: database.transaction((accountId: string) => {
      if (!hasFactor(accountId)) return false;
      run(`DELETE FROM twoFactor WHERE accountId = ?`, accountId);
      run(`DELETE FROM passkey WHERE accountId = ?`, accountId);
      noteRemoved(accountId, null);
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
    putPasskeyChallenge(hash, row, now) {
      forgetPasskeyChallenges.run(now);
      putPasskeyChallenge.run({ hash, ...row });
    },
    takePasskeyChallenge: (hash) => takePasskeyChallenge.get(hash),
  };
}
