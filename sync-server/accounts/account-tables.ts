/** A session as it stands now. */
export interface SessionRow {
  readonly accountId: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** How often something was tried, and until when that counts, in epoch milliseconds. */
export interface AttemptRow {
  readonly count: number;
  readonly endsAt: number;
}

/** Counters that a restart doesn't forget; at `endsAt` they do. */
export interface AttemptTable {
  attempt(key: string): AttemptRow | undefined;
  /** @throws when nothing can be written */
  putAttempt(key: string, row: AttemptRow): void;
}

/** What the accounts look up beside the identity provider's own calls: at once, so that each message can be checked. */
export interface AccountTables extends AttemptTable {
  session(id: string): SessionRow | undefined;
  /** Whether the address of an account is verified; `undefined` when there is no such account. */
  isVerified(email: string): boolean | undefined;
  deleteAttempt(key: string): void;
  /** Forgets what no longer counts at this time, in epoch milliseconds. */
  deleteAttemptsBefore(at: number): void;
}
