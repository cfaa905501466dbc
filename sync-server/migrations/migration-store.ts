import type { MigrationAttempt } from '#shared/migration/migration-run.ts';

/** Times are epoch milliseconds. */
export interface KeptLock {
  readonly token: string;
  readonly owner: string;
  readonly takenAt: number;
  readonly expiresAt: number;
}

/** Which migrations were run, and who runs them now. Each call is one step that no other gets between. */
export interface MigrationStore {
  /** The oldest first. */
  attempts(): readonly MigrationAttempt[];
  /** A new one, or one as it is now. */
  put(attempt: MigrationAttempt): void;
  /** Takes a lock that is free, expired or the taker's own already. @returns whose it is now */
  take(lock: KeptLock): KeptLock;
  /** As it stands, expired or not. */
  lock(): KeptLock | undefined;
  /** Frees the lock with this token, or whosever it is. */
  free(token: string | undefined): void;
}
