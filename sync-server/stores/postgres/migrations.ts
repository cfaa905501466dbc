import type { MigrationAttempt } from '#shared/migration/migration-run.ts';
import type { MigrationState, MigrationStore, StoredLock } from '#server/migrations/migration-store.ts';
import type { Connection, Connections } from './connections.ts';

const ATTEMPTS = 'SELECT data FROM migration_attempt ORDER BY number';
const PUT = `
  INSERT INTO migration_attempt (id, data) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET data = excluded.data`;
const LOCK = 'SELECT token, owner, taken_at AS "takenAt", expires_at AS "expiresAt" FROM migration_lock';
const TAKE = `
  INSERT INTO migration_lock AS held (one, token, owner, taken_at, expires_at) VALUES (1, $1, $2, $3, $4)
  ON CONFLICT (one) DO UPDATE SET
    taken_at = CASE WHEN held.token = excluded.token THEN held.taken_at ELSE excluded.taken_at END,
    token = excluded.token, owner = excluded.owner, expires_at = excluded.expires_at
  WHERE held.token = excluded.token OR held.expires_at <= excluded.taken_at`;
const FREE = 'DELETE FROM migration_lock WHERE $1::text IS NULL OR token = $1';
/** Until the end of the transaction nobody takes or frees the lock, or changes an attempt; readers don't wait. */
export const MIGRATIONS_IN_TURN = 'LOCK TABLE migration_lock IN SHARE ROW EXCLUSIVE MODE';

/** Migrations on PostgreSQL. */
export function createPostgresMigrations(connections: Connections): MigrationStore {
  return {
    read: () => connections.read(readState),
    change: (decide) =>
      connections.write(async (connection) => {
        const [, state] = await Promise.all([connection.change(MIGRATIONS_IN_TURN), readState(connection)]);
        const attempt = decide(state);
        await connection.change(PUT, [attempt.id, JSON.stringify(attempt)]);
        return attempt;
      }),
    take: (wanted) =>
      connections.write(async (connection) => {
        const { token, owner, takenAt, expiresAt } = wanted;
        const taking = connection.change(TAKE, [token, owner, takenAt, expiresAt]);
        const [[lock]] = await Promise.all([connection.rows<StoredLock>(LOCK), taking]);
        return lock ?? wanted;
      }),
    free: async (token) => void (await connections.change(FREE, [token ?? null])),
  };
}

async function readState(connection: Connection): Promise<MigrationState> {
  const [attempts, [lock]] = await Promise.all([
    connection.rows<{ data: string }>(ATTEMPTS),
    connection.rows<StoredLock>(LOCK),
  ]);
  return { attempts: attempts.map(({ data }) => JSON.parse(data) as MigrationAttempt), lock };
}
