/** A stored session with the current state of its account. */
export interface SessionRow {
  readonly accountId: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export interface AttemptRow {
  readonly count: number;
  /** When the count expires, in epoch milliseconds. */
  readonly endsAt: number;
}

/**
 * Attempt counters. They expire at `endsAt`. A clean stop keeps all of them; after a crash, the changes of the last
 * second may be missing.
 */
export interface AttemptTable {
  attempt(key: string): AttemptRow | undefined;
  putAttempt(key: string, row: AttemptRow): void;
  deleteAttempt(key: string): void;
  /** Deletes the counters that expired by this time, in epoch milliseconds. */
  deleteAttemptsBefore(at: number): void;
  /** Stores all changes now. On a full disk they stay in memory. */
  flush(): void;
}

/** Synchronous lookups outside the identity provider, fast enough to check before every message of a stream. */
export interface AccountTables extends AttemptTable {
  session(id: string): SessionRow | undefined;
  /** Whether the account's address is verified; `undefined` without such an account. */
  isVerified(email: string): boolean | undefined;
}
