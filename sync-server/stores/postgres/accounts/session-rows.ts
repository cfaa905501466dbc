import type {
  Admission,
  DisabledAccount,
  DisabledAccounts,
  OwnSession,
  SessionTable,
} from '#server/accounts/session-table.ts';
import type { Connections } from '../connections.ts';
import { SESSION_TIMES } from '../facts.ts';
import type { ChangeAccounts } from './account-changes.ts';
import { HAS_FACTOR } from './factor-rows.ts';

interface BegunSession {
  readonly isUnchanged: boolean;
  readonly isDisabled: boolean;
  readonly hasGivenFactor: boolean;
  readonly needsFactor: boolean;
}

const BEGUN_SESSION = `
  SELECT session."emailVerifiedAt" IS NOT DISTINCT FROM "user"."emailVerifiedAt" AS "isUnchanged",
    EXISTS (SELECT 1 FROM disabled_account WHERE account_id = "user".id) AS "isDisabled",
    session."secondFactorAt" IS NOT NULL AS "hasGivenFactor", ${HAS_FACTOR('"user".id')} AS "needsFactor"
  FROM session JOIN "user" ON "user".id = session."userId" WHERE session.id = $1`;

const SESSIONS_OF = `
  SELECT id, COALESCE("userAgent", '') AS "userAgent", ${SESSION_TIMES} FROM session WHERE "userId" = $1`;

/** $1 account, $2 a session that stays, $3 how many stay. */
const END_OLDEST = `
  DELETE FROM session WHERE "userId" = $1 AND id NOT IN (
    SELECT id FROM (${SESSIONS_OF}) AS own ORDER BY id = $2 DESC, "beganAt" DESC LIMIT $3)`;

const END_SESSIONS = 'DELETE FROM session WHERE "userId" = ANY ($1::text[]) AND id IS DISTINCT FROM $2';
const DISABLE = `
  INSERT INTO disabled_account (account_id, at, "by") VALUES ($1, $2, $3) ON CONFLICT (account_id) DO NOTHING`;
const LIST_DISABLED = `
  SELECT "user".email, at, "by" FROM disabled_account JOIN "user" ON "user".id = account_id
  ORDER BY "user".email COLLATE "C"`;

/** Sessions in the provider's table, and disabled accounts, on PostgreSQL. */
export function createPostgresSessionRows(
  connections: Connections,
  change: ChangeAccounts,
): SessionTable & DisabledAccounts {
  return {
    async admitSession(id, most) {
      const [owner] = await connections.rows<{ accountId: string }>(
        'SELECT "userId" AS "accountId" FROM session WHERE id = $1',
        [id],
      );
      if (!owner) return 'changed';
      return change([owner.accountId], async (connection) => {
        const [begun] = await connection.rows<BegunSession>(BEGUN_SESSION, [id]);
        const admission = begun ? judge(begun) : 'changed';
        if (admission === 'admitted') await connection.change(END_OLDEST, [owner.accountId, id, most]);
        else await connection.change('DELETE FROM session WHERE id = $1', [id]);
        return admission;
      });
    },
    sessionsOf: (accountId) =>
      connections.rows<OwnSession>(`${SESSIONS_OF} ORDER BY "beganAt" DESC, "createdAt" DESC`, [accountId]),
    noteUse: async (id, at) =>
      void (await connections.change('UPDATE session SET "usedAt" = $2 WHERE id = $1', [id, at])),
    noteConfirmation: async (id, at) =>
      void (await connections.change('UPDATE session SET "confirmedAt" = $2 WHERE id = $1', [id, at])),
    endSession: (accountId, id) =>
      change(
        [accountId],
        async (connection) =>
          (await connection.change('DELETE FROM session WHERE "userId" = $1 AND id = $2', [accountId, id])) >
          0,
      ),
    async endSessions({ accountId, except }) {
      const all = accountId === undefined ? await findSignedIn(connections) : [accountId];
      return change(all, (connection) => connection.change(END_SESSIONS, [all, except ?? null]));
    },
    isDisabled: async (accountId) =>
      (await connections.rows('SELECT 1 FROM disabled_account WHERE account_id = $1', [accountId])).length >
      0,
    listDisabled: () => connections.rows<DisabledAccount>(LIST_DISABLED),
    disable: ({ accountId, at, by }) =>
      change([accountId], async (connection) => {
        await Promise.all([
          connection.change(DISABLE, [accountId, at, by]),
          connection.change(END_SESSIONS, [[accountId], null]),
        ]);
      }),
    enable: async (accountId) =>
      (await connections.change('DELETE FROM disabled_account WHERE account_id = $1', [accountId])) > 0,
  };
}

function judge({ isUnchanged, isDisabled, hasGivenFactor, needsFactor }: BegunSession): Admission {
  if (isDisabled) return 'disabled';
  if (!isUnchanged) return 'changed';
  if (needsFactor === hasGivenFactor) return 'admitted';
  return needsFactor ? 'second-factor' : 'changed';
}

async function findSignedIn(connections: Connections): Promise<readonly string[]> {
  const rows = await connections.rows<{ id: string }>('SELECT DISTINCT "userId" AS id FROM session');
  return rows.map(({ id }) => id);
}
