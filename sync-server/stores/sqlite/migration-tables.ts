import type { Database } from 'better-sqlite3';
import type { MigrationAttempt } from '#shared/migration/migration-run.ts';
import type { MigrationState, MigrationStore, StoredLock } from '#server/migrations/migration-store.ts';

/** The migration store in the data file. */
export function createSqliteMigrations(writer: Database): MigrationStore {
  const attempts = writer.prepare<[], string>(`SELECT data FROM migrationAttempt ORDER BY number`).pluck();
  const put = writer.prepare(
    `INSERT INTO migrationAttempt (id, data) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET data = excluded.data`,
  );
  const lock = writer.prepare<[], StoredLock>(`SELECT token, owner, takenAt, expiresAt FROM migrationLock`);
  const take = writer.prepare<StoredLock>(
    `INSERT INTO migrationLock (one, token, owner, takenAt, expiresAt)
     VALUES (1, @token, @owner, @takenAt, @expiresAt)
     ON CONFLICT (one) DO UPDATE SET
       takenAt = IIF(token = excluded.token, takenAt, excluded.takenAt),
       token = excluded.token, owner = excluded.owner, expiresAt = excluded.expiresAt
     WHERE token = excluded.token OR expiresAt <= excluded.takenAt`,
  );
  const free = writer.prepare<{ token: string | null }>(
    `DELETE FROM migrationLock WHERE token = COALESCE(@token, token)`,
  );
  const read = (): MigrationState => ({
    attempts: attempts.all().map((data) => JSON.parse(data) as MigrationAttempt),
    lock: lock.get(),
  });
  const change = writer.transaction((decide: (state: MigrationState) => MigrationAttempt) => {
    const attempt = decide(read());
    put.run(attempt.id, JSON.stringify(attempt));
    return attempt;
  });
  const takeLock = writer.transaction((wanted: StoredLock) => {
    take.run(wanted);
    return lock.get() ?? wanted;
  });
  return {
    read: async () => read(),
    change: async (decide) => change.immediate(decide),
    take: async (wanted) => takeLock(wanted),
    free: async (token) => void free.run({ token: token ?? null }),
  };
}
