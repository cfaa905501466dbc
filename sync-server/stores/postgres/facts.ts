import type { SessionRow } from '#server/accounts/account-tables.ts';
import type { StaffRole } from '#shared/access/actor.ts';
import type { Connections } from './connections.ts';

/** How often a node reads what takes rights away. */
const READ_MS = 500;
/** Roles and sessions that could not be read for this long count as withdrawn. */
const STALE_MS = 5000;
/** A session that nobody asks for is forgotten after this time. Open streams ask several times a second. */
const FORGET_MS = 30_000;

const toMs = (column: string) => `(extract(epoch FROM ${column}) * 1000)::bigint`;

/** Times of a session. Those of an earlier version have only the provider's. */
export const SESSION_TIMES = `COALESCE(session."beganAt", ${toMs('session."createdAt"')}) AS "beganAt",
  COALESCE(session."usedAt", ${toMs('session."updatedAt"')}) AS "usedAt", ${toMs('session."expiresAt"')} AS "expiresAt"`;

const SESSIONS = `
  SELECT session.id, "user".id AS "accountId", "user".email, "user"."emailVerifiedAt" IS NOT NULL AS "emailVerified",
    COALESCE("user"."emailVerifiedAt" = session."emailVerifiedAt", false) AS "isTrusted",
    session."secondFactorAt" IS NOT NULL AS "hasSecondFactor", session."confirmedAt", ${SESSION_TIMES}
  FROM session JOIN "user" ON "user".id = session."userId" WHERE session.id = ANY ($1::text[])`;

/**
 * What this node last read of blocked devices, granted roles, the access code and the sessions in use. They are asked for with every
 * message of a stream.
 */
export interface Facts {
  isBlocked(fid: string): boolean;
  roleOf(email: string): StaffRole | undefined;
  /** The access code that the admin chose. */
  accessCode(): string | undefined;
  /** Reads a session, and keeps it up to date from then on. */
  session(id: string): Promise<SessionRow | undefined>;
  /** The last known state of a session that was read with `session`. */
  watchedSession(id: string): SessionRow | undefined;
  /** Reads them now, after a change by this node. */
  read(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Reads them all, and then twice a second, so that what another node changed holds here within a second.
 * @param accounts connections to the accounts' schema
 * @param schema of the other data
 */
export async function startFacts(accounts: Connections, schema: string): Promise<Facts> {
  let blocked: ReadonlySet<string> = new Set();
  let roles: ReadonlyMap<string, StaffRole> = new Map();
  let accessCode: string | undefined;
  const sessions = new Map<string, { readonly row: SessionRow; readonly askedAt: number }>();
  let readAt = -Infinity;
  let reading = Promise.resolve();
  let next: Promise<void> | undefined;

  const now = () => performance.now();
  const isStale = () => now() - readAt > STALE_MS;

  async function readAll(): Promise<void> {
    const beganAt = now();
    for (const [id, { askedAt }] of sessions) if (beganAt - askedAt > FORGET_MS) sessions.delete(id);
    const ids = [...sessions.keys()];
    const [fids, grants, codes, found] = await accounts.read((connection) =>
      Promise.all([
        connection.rows<{ fid: string }>(`SELECT fid FROM ${schema}.blocked_device`),
        connection.rows<{ email: string; role: StaffRole }>('SELECT email, role FROM staff_grant'),
        connection.rows<{ value: string }>(
          `SELECT value FROM ${schema}.secret WHERE name = 'chosenAccessCode'`,
        ),
        ids.length === 0 ? [] : connection.rows<SessionRow & { id: string }>(SESSIONS, [ids]),
      ]),
    );
    blocked = new Set(fids.map(({ fid }) => fid));
    accessCode = codes[0]?.value;
    roles = new Map(grants.map(({ email, role }) => [email, role]));
    const rows = new Map(found.map(({ id, ...row }) => [id, row]));
    for (const id of ids) {
      const row = rows.get(id);
      const known = sessions.get(id);
      if (row && known) sessions.set(id, { ...known, row });
      else sessions.delete(id);
    }
    readAt = beganAt;
  }

  /** One after the other: a read that began before a change must not replace one from after it. */
  function read(): Promise<void> {
    next ??= reading.then(() => {
      next = undefined;
      return readAll();
    });
    reading = next.catch(() => undefined);
    return next;
  }

  await read();
  const timer = setInterval(() => void read().catch(() => undefined), READ_MS);
  timer.unref();
  return {
    // Also counts for requests, which a device that isn't blocked must not be refused.
    isBlocked: (fid) => blocked.has(fid),
    roleOf: (email) => (isStale() ? undefined : roles.get(email)),
    accessCode: () => accessCode,
    async session(id) {
      // With the roles as they were before a pause, the request would be answered as someone else's.
      if (isStale()) await read();
      const [found] = await accounts.rows<SessionRow & { id: string }>(SESSIONS, [[id]]);
      if (!found) {
        sessions.delete(id);
        return undefined;
      }
      const { id: _id, ...row } = found;
      sessions.set(id, { row, askedAt: now() });
      return row;
    },
    watchedSession(id) {
      const known = sessions.get(id);
      if (!known || isStale()) return undefined;
      sessions.set(id, { ...known, askedAt: now() });
      return known.row;
    },
    read,
    async close() {
      clearInterval(timer);
      await reading;
    },
  };
}
