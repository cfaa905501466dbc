import type { Database } from 'better-sqlite3';
import type {
  ChallengeRow,
  FactorRow,
  FactorTable,
  PasskeyAddition,
  PasskeyChallengeRow,
  PasskeyRow,
} from '#server/accounts/factor-table.ts';

/** A code is accepted for three time steps at most. */
const STEPS_KEPT = 10;

interface SqliteFactorRows {
  readonly table: FactorTable;
  /** These two are for a transaction that is under way. */
  readonly removeFactors: (accountId: string) => boolean;
  readonly hasFactor: (accountId: string) => boolean;
}

/** Second factors, and sign-ins that wait for one. `session` belongs to the identity provider. */
export function createSqliteFactorRows(database: Database): SqliteFactorRows {
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

  const renewCodes = database.transaction((accountId: string, hashes: readonly string[]) => {
    if (!hasFactor(accountId)) return false;
    putCodes(accountId, hashes);
    return true;
  });

  function endOthers(accountId: string, sessionId: string | null): void {
    run(`DELETE FROM session WHERE userId = ? AND id IS NOT ?`, accountId, sessionId);
    run(`DELETE FROM signInChallenge WHERE accountId = ?`, accountId);
    run(`DELETE FROM passkeyChallenge WHERE accountId = ?`, accountId);
  }

  const isOpen = (accountId: string, sessionId: string) =>
    database.prepare(`SELECT 1 FROM session WHERE id = ? AND userId = ?`).get(sessionId, accountId) !==
    undefined;

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

  const activateCodeApp = database.transaction(
    ({ accountId, secret, recoveryHashes, ...change }: Parameters<FactorTable['activateCodeApp']>[0]) => {
      if (!isOpen(accountId, change.sessionId)) return false;
      const isPending = run(
        `UPDATE twoFactor SET secret = pending, pending = NULL, addedAt = ? WHERE accountId = ? AND pending = ?`,
        change.at,
        accountId,
        secret,
      );
      if (isPending === 0) return false;
      putCodes(accountId, recoveryHashes);
      noteAdded(accountId, change);
      return true;
    },
  );

  const removeCodeApp = database.transaction((accountId: string, sessionId: string) => {
    if (!hasCodeApp(accountId)) return false;
    run(`DELETE FROM twoFactor WHERE accountId = ?`, accountId);
    noteRemoved(accountId, sessionId);
    return true;
  });

  const addPasskey = database.transaction(
    (...[added, change, account]: Parameters<FactorTable['addPasskey']>): PasskeyAddition => {
      const { accountId, credentialId } = added;
      if (!isOpen(accountId, change.sessionId)) return 'signed-out';
      if (passkeysOf.all(accountId).length >= account.most) return 'too-many';
      if (passkey.get(credentialId)) return 'known';
      const isFirst = !hasFactor(accountId);
      if (isFirst) putCodes(accountId, account.recoveryHashes);
      putPasskey.run(added);
      noteAdded(accountId, change);
      return isFirst ? 'first' : 'further';
    },
  );

  const removePasskey = database.transaction(
    ({ accountId, id }: Parameters<FactorTable['removePasskey']>[0], sessionId: string) => {
      if (run(`DELETE FROM passkey WHERE accountId = ? AND id = ?`, accountId, id) === 0) return false;
      noteRemoved(accountId, sessionId);
      return true;
    },
  );

  const removeFactors = database.transaction((accountId: string) => {
    if (!hasFactor(accountId)) return false;
    run(`DELETE FROM twoFactor WHERE accountId = ?`, accountId);
    run(`DELETE FROM passkey WHERE accountId = ?`, accountId);
    noteRemoved(accountId, null);
    return true;
  });

  const takeTimeStep = database.transaction((accountId: string, step: number) => {
    forgetSteps.run(accountId, step - STEPS_KEPT);
    return useStep.run(accountId, step).changes > 0;
  });

  const table: FactorTable = {
    factorOf: async (accountId) => factor.get(accountId),
    hasCodeApp: async (accountId) => hasCodeApp(accountId),
    hasFactor: async (accountId) => hasFactor(accountId),
    putPendingFactor: async (accountId, pending) => void putPending.run(accountId, pending),
    activateCodeApp: async (app) => activateCodeApp(app),
    removeCodeApp: async (accountId, sessionId) => removeCodeApp(accountId, sessionId),
    passkeysOf: async (accountId) => passkeysOf.all(accountId),
    passkey: async (credentialId) => passkey.get(credentialId),
    addPasskey: async (...added) => addPasskey(...added),
    removePasskey: async (of, sessionId) => removePasskey(of, sessionId),
    notePasskeyUse: async (use) => usePasskey.run(use).changes > 0,
    removeFactors: async (accountId) => removeFactors(accountId),
    useTimeStep: async (accountId, step) => takeTimeStep(accountId, step),
    recoveryCodesLeft: async (accountId) => countCodes.get(accountId) ?? 0,
    putRecoveryCodes: async (accountId, hashes) => renewCodes(accountId, hashes),
    useRecoveryCode: async (accountId, hash) => useCode.run(accountId, hash).changes > 0,
    async putChallenge(hash, row, now) {
      forgetChallenges.run(now);
      putChallenge.run({ hash, ...row });
    },
    challenge: async (hash) => challenge.get(hash),
    deleteChallenge: async (hash) => deleteChallenge.run(hash).changes > 0,
    async putPasskeyChallenge(hash, row, now) {
      forgetPasskeyChallenges.run(now);
      putPasskeyChallenge.run({ hash, ...row });
    },
    takePasskeyChallenge: async (hash) => takePasskeyChallenge.get(hash),
  };
  return { table, removeFactors, hasFactor };
}
