import type { MigrationAttempt } from '#shared/migration/migration-run.ts';
import type { KeptLock, MigrationStore } from '#server/migrations/migration-store.ts';

/** Migrations in memory, for tests. */
export function createMemoryMigrations(): MigrationStore {
  const attempts = new Map<string, MigrationAttempt>();
  let lock: KeptLock | undefined;
  return {
    attempts: () => [...attempts.values()],
    put: (attempt) => void attempts.set(attempt.id, attempt),
    take(wanted) {
      if (lock?.token === wanted.token) lock = { ...wanted, takenAt: lock.takenAt };
      else if (!lock || lock.expiresAt <= wanted.takenAt) lock = wanted;
      return lock;
    },
    lock: () => lock,
    free(token) {
      if (token === undefined || lock?.token === token) lock = undefined;
    },
  };
}
