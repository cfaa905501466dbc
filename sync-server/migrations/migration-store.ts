import type { MigrationAttempt } from '#shared/migration/migration-run.ts';

/** Times are epoch milliseconds. */
export interface StoredLock {
  readonly token: string;
  readonly owner: string;
  readonly takenAt: number;
  readonly expiresAt: number;
}

/** Stores which migrations were run, and the current runner's lock. Each call is atomic. */
export interface MigrationStore {
  /** Oldest first. */
  attempts(): readonly MigrationAttempt[];
  /** Adds or replaces an attempt. */
  put(attempt: MigrationAttempt): void;
  /** Takes a lock that is free, expired or already the caller's. @returns the current lock */
  take(lock: StoredLock): StoredLock;
  /** The current lock, expired or not. */
  lock(): StoredLock | undefined;
  /** Frees the lock with this token, or any lock without one. */
  free(token: string | undefined): void;
}
