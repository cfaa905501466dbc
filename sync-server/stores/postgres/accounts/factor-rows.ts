import type {
  ChallengeRow,
  FactorRow,
  FactorTable,
  PasskeyChallengeRow,
  PasskeyRow,
} from '#server/accounts/factor-table.ts';
import { toColumns } from '../columns.ts';
import type { Connection, Connections } from '../connections.ts';
import { changeInTurn, type ChangeAccounts } from './account-changes.ts';

/** A code is accepted for three time steps at most. */
const STEPS_KEPT = 10;

const HAS_CODE_APP = (accountId: string) =>
  `EXISTS (SELECT 1 FROM code_app WHERE account_id = ${accountId} AND secret IS NOT NULL)`;
/** Whether an account has a code app or a passkey. */
export const HAS_FACTOR = (accountId: string) =>
  `(${HAS_CODE_APP(accountId)} OR EXISTS (SELECT 1 FROM passkey WHERE account_id = ${accountId}))`;

const PASSKEY = toColumns<PasskeyRow>([
  'credentialId',
  'accountId',
  'publicKey',
  'counter',
  'transports',
  'id',
  'name',
  'madeAt',
  'usedAt',
]);
const PUT_PENDING = `
  INSERT INTO code_app (account_id, pending) VALUES ($1, $2)
  ON CONFLICT (account_id) DO UPDATE SET pending = excluded.pending`;
const ACTIVATE = `
  UPDATE code_app SET secret = pending, pending = NULL, added_at = $3 WHERE account_id = $1 AND pending = $2`;
const IS_OPEN = 'SELECT 1 FROM session WHERE id = $2 AND "userId" = $1';
const PUT_CODES = 'INSERT INTO recovery_code (account_id, hash) SELECT $1, unnest($2::text[])';
const REMOVE_CODES = 'DELETE FROM recovery_code WHERE account_id = $1';
const USE_PASSKEY = `
  UPDATE passkey SET counter = $2, used_at = $3 WHERE credential_id = $1 AND (counter < $2 OR counter = 0)`;
const USE_STEP = `
  INSERT INTO used_totp_step (account_id, step) VALUES ($1, $2) ON CONFLICT (account_id, step) DO NOTHING`;
const PUT_CHALLENGE = `
  INSERT INTO sign_in_challenge (hash, account_id, verified_at, ends_at) VALUES ($1, $2, $3, $4)`;
const CHALLENGE = `
  SELECT account_id AS "accountId", verified_at AS "verifiedAt", ends_at AS "endsAt" FROM sign_in_challenge
  WHERE hash = $1`;
const PUT_PASSKEY_CHALLENGE = `
  INSERT INTO passkey_challenge (hash, purpose, account_id, challenge, ends_at) VALUES ($1, $2, $3, $4, $5)`;
const TAKE_PASSKEY_CHALLENGE = `
  DELETE FROM passkey_challenge WHERE hash = $1
  RETURNING purpose, account_id AS "accountId", challenge, ends_at AS "endsAt"`;
const COUNT_CODES = 'SELECT count(*) AS found FROM recovery_code WHERE account_id = $1';

/** Second factors, and sign-ins that wait for one, on PostgreSQL. */
export function createPostgresFactorRows(connections: Connections, change: ChangeAccounts): FactorTable {
  const passkeysOf = (accountId: string, connection: Connection = connections) =>
    connection.rows<PasskeyRow>(
      `SELECT ${PASSKEY.selected} FROM passkey WHERE account_id = $1 ORDER BY made_at, id`,
      [accountId],
    );
  const factorOf = async (accountId: string) => {
    const rows = await connections.rows<FactorRow>(
      'SELECT secret, pending FROM code_app WHERE account_id = $1',
      [accountId],
    );
    return rows[0];
  };
  return {
    factorOf,
    hasCodeApp: async (accountId) => typeof (await factorOf(accountId))?.secret === 'string',
    hasFactor: (accountId) => hasFactor(connections, accountId),
    putPendingFactor: async (accountId, pending) =>
      void (await connections.change(PUT_PENDING, [accountId, pending])),
    activateCodeApp: ({ accountId, secret, recoveryHashes, sessionId, at }) =>
      change([accountId], async (connection) => {
        const open = await connection.rows(IS_OPEN, [accountId, sessionId]);
        if (open.length === 0) return false;
        if ((await connection.change(ACTIVATE, [accountId, secret, at])) === 0) return false;
        await putCodes(connection, accountId, recoveryHashes);
        await noteAdded(connection, accountId, { sessionId, at });
        return true;
      }),
    removeCodeApp: (accountId, sessionId) =>
      change([accountId], async (connection) => {
        const removed = await connection.change(
          'DELETE FROM code_app WHERE account_id = $1 AND secret IS NOT NULL',
          [accountId],
        );
        if (removed > 0) await noteRemoved(connection, accountId, sessionId);
        return removed > 0;
      }),
    passkeysOf,
    passkey: async (credentialId) => {
      const rows = await connections.rows<PasskeyRow>(
        `SELECT ${PASSKEY.selected} FROM passkey WHERE credential_id = $1`,
        [credentialId],
      );
      return rows[0];
    },
    addPasskey: (added, noted, account) =>
      change([added.accountId], async (connection) => {
        const { accountId } = added;
        const open = await connection.rows(IS_OPEN, [accountId, noted.sessionId]);
        if (open.length === 0) return 'signed-out';
        if ((await passkeysOf(accountId, connection)).length >= account.most) return 'too-many';
        const isFirst = !(await hasFactor(connection, accountId));
        // Another account may add the same one at this moment.
        const put = `INSERT INTO passkey ${PASSKEY.inserted} ON CONFLICT (credential_id) DO NOTHING`;
        // PostgreSQL has no text with U+0000.
        const row = { ...added, name: added.name.replaceAll('\0', '\ufffd') };
        if ((await connection.change(put, PASSKEY.valuesOf(row))) === 0) return 'known';
        if (isFirst) await putCodes(connection, accountId, account.recoveryHashes);
        await noteAdded(connection, accountId, noted);
        return isFirst ? 'first' : 'further';
      }),
    removePasskey: ({ accountId, id }, sessionId) =>
      change([accountId], async (connection) => {
        const removed = await connection.change('DELETE FROM passkey WHERE account_id = $1 AND id = $2', [
          accountId,
          id,
        ]);
        if (removed > 0) await noteRemoved(connection, accountId, sessionId);
        return removed > 0;
      }),
    notePasskeyUse: async ({ credentialId, counter, at }) =>
      (await connections.change(USE_PASSKEY, [credentialId, counter, at])) > 0,
    removeFactors: (accountId) => change([accountId], (connection) => removeFactors(connection, accountId)),
    useTimeStep: (accountId, step) =>
      connections.write(async (connection) => {
        const forget = 'DELETE FROM used_totp_step WHERE account_id = $1 AND step < $2';
        const [, used] = await Promise.all([
          connection.change(forget, [accountId, step - STEPS_KEPT]),
          connection.change(USE_STEP, [accountId, step]),
        ]);
        return used > 0;
      }),
    async recoveryCodesLeft(accountId) {
      const [row] = await connections.rows<{ found: number }>(COUNT_CODES, [accountId]);
      return row?.found ?? 0;
    },
    putRecoveryCodes: (accountId, hashes) =>
      changeInTurn(connections, [accountId], async (connection) => {
        if (!(await hasFactor(connection, accountId))) return false;
        await putCodes(connection, accountId, hashes);
        return true;
      }),
    useRecoveryCode: async (accountId, hash) =>
      (await connections.change('DELETE FROM recovery_code WHERE account_id = $1 AND hash = $2', [
        accountId,
        hash,
      ])) > 0,
    async putChallenge(hash, { accountId, verifiedAt, endsAt }, now) {
      await connections.change('DELETE FROM sign_in_challenge WHERE ends_at <= $1', [now]);
      await connections.change(PUT_CHALLENGE, [hash, accountId, verifiedAt, endsAt]);
    },
    challenge: async (hash) => (await connections.rows<ChallengeRow>(CHALLENGE, [hash]))[0],
    deleteChallenge: async (hash) =>
      (await connections.change('DELETE FROM sign_in_challenge WHERE hash = $1', [hash])) > 0,
    async putPasskeyChallenge(hash, { purpose, accountId, challenge, endsAt }, now) {
      await connections.change('DELETE FROM passkey_challenge WHERE ends_at <= $1', [now]);
      await connections.change(PUT_PASSKEY_CHALLENGE, [hash, purpose, accountId, challenge, endsAt]);
    },
    takePasskeyChallenge: async (hash) =>
      (await connections.rows<PasskeyChallengeRow>(TAKE_PASSKEY_CHALLENGE, [hash]))[0],
  };
}

/**
 * Removes code app, passkeys and recovery codes, and ends all sessions, within a change of the account.
 * @returns whether there were any
 */
export async function removeFactors(connection: Connection, accountId: string): Promise<boolean> {
  if (!(await hasFactor(connection, accountId))) return false;
  await Promise.all([
    connection.change('DELETE FROM code_app WHERE account_id = $1', [accountId]),
    connection.change('DELETE FROM passkey WHERE account_id = $1', [accountId]),
  ]);
  await noteRemoved(connection, accountId, null);
  return true;
}

async function hasFactor(connection: Connection, accountId: string): Promise<boolean> {
  const [row] = await connection.rows<{ found: boolean }>(`SELECT ${HAS_FACTOR('$1')} AS found`, [accountId]);
  return row?.found === true;
}

async function putCodes(connection: Connection, accountId: string, hashes: readonly string[]): Promise<void> {
  await Promise.all([
    connection.change(REMOVE_CODES, [accountId]),
    connection.change(PUT_CODES, [accountId, hashes]),
  ]);
}

async function noteAdded(
  connection: Connection,
  accountId: string,
  { sessionId, at }: { readonly sessionId: string; readonly at: number },
): Promise<void> {
  const note = 'UPDATE session SET "secondFactorAt" = $3 WHERE id = $2 AND "userId" = $1';
  await Promise.all([
    connection.change(note, [accountId, sessionId, at]),
    endOthers(connection, accountId, sessionId),
  ]);
}

async function noteRemoved(
  connection: Connection,
  accountId: string,
  sessionId: string | null,
): Promise<void> {
  if (!(await hasFactor(connection, accountId))) {
    await Promise.all([
      connection.change(REMOVE_CODES, [accountId]),
      connection.change('UPDATE session SET "secondFactorAt" = NULL WHERE "userId" = $1', [accountId]),
    ]);
  }
  await endOthers(connection, accountId, sessionId);
}

/** Ends the account's sessions but one, and sign-ins that wait for a second factor. */
async function endOthers(connection: Connection, accountId: string, sessionId: string | null): Promise<void> {
  const end = 'DELETE FROM session WHERE "userId" = $1 AND id IS DISTINCT FROM $2';
  await Promise.all([
    connection.change(end, [accountId, sessionId]),
    connection.change('DELETE FROM sign_in_challenge WHERE account_id = $1', [accountId]),
    connection.change('DELETE FROM passkey_challenge WHERE account_id = $1', [accountId]),
  ]);
}
