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

/** What the accounts look up beside the identity provider's own calls: at once, so that each message can be checked. */
export interface AccountTables {
  session(id: string): SessionRow | undefined;
  attempt(key: string): AttemptRow | undefined;
  putAttempt(key: string, row: AttemptRow): void;
  deleteAttempt(key: string): void;
  /** Forgets what no longer counts at this time, in epoch milliseconds. */
  deleteAttemptsBefore(at: number): void;
}
