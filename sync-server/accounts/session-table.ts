/** A session of an account, as its owner sees it. */
export interface OwnSession {
  readonly id: string;
  /** Epoch milliseconds of the sign-in. */
  readonly beganAt: number;
  /** Epoch milliseconds of the last call, to within `USE_NOTED_EVERY_MS`. */
  readonly usedAt: number;
  /** Of the browser that began it. */
  readonly userAgent: string;
  /** Epoch milliseconds by which the provider's own limit ends it. */
  readonly expiresAt: number;
}

/** The sessions that the identity provider keeps. */
export interface SessionTable {
  /** Newest first. */
  sessionsOf(accountId: string): readonly OwnSession[];
  noteUse(sessionId: string, at: number): void;
  /** Notes that the person gave a proof of identity again. */
  noteConfirmation(sessionId: string, at: number): void;
  /** @returns whether the account had this session */
  endSession(accountId: string, sessionId: string): boolean;
  /**
   * Ends the sessions of one account, or of all accounts.
   * @returns how many
   */
  endSessions(of: { readonly accountId?: string; readonly except?: string | undefined }): number;
}

export interface DisabledAccount {
  readonly email: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly by: string;
}

/** Accounts that can't sign in. Their documents stay. */
export interface DisabledAccounts {
  isDisabled(accountId: string): boolean;
  /** Sorted by address. */
  listDisabled(): readonly DisabledAccount[];
  /** Disables an account, and ends its sessions in the same transaction. */
  disable(account: { readonly accountId: string; readonly at: number; readonly by: string }): void;
  /** @returns whether it was disabled */
  enable(accountId: string): boolean;
}
