import type { MigrationAttempt } from '#shared/migration/migration-run.ts';

/** Times are epoch milliseconds. */
export interface StoredLock {
  readonly token: string;
  readonly owner: string;
  readonly takenAt: number;
  readonly expiresAt: number;
}

export interface MigrationState {
  /** Oldest first. */
  readonly attempts: readonly MigrationAttempt[];
  /** The current lock, expired or not. */
  readonly lock: StoredLock | undefined;
}

/** Stores which migrations were run, and the current runner's lock. Each call is one transaction. */
export interface MigrationStore {
  read(): Promise<MigrationState>;
  /** Adds or replaces the attempt that `decide` returns; what it throws stores nothing. */
  change(decide: (state: MigrationState) => MigrationAttempt): Promise<MigrationAttempt>;
  /** Takes a lock that is free, expired or already the caller's. @returns the current lock */
  take(lock: StoredLock): Promise<StoredLock>;
  /** Frees the lock with this token, or any lock without one. */
  free(token: string | undefined): Promise<void>;
}
