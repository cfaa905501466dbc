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

/**
 * `disabled`: the account can't sign in. `second-factor`: it has one that the session has not given. `changed`: the
 * account is gone, has another password or none of the factors that the session has given.
 */
export type Admission = 'admitted' | 'disabled' | 'second-factor' | 'changed';

/** The sessions that the identity provider keeps. */
export interface SessionTable {
  /**
   * Compares a session that has just begun with its account, which may have changed since the sign-in was checked, and
   * ends it unless it is admitted, in one transaction. A session that is admitted ends the account's oldest ones.
   * @param most sessions that an account may have
   */
  admitSession(sessionId: string, most: number): Promise<Admission>;
  /** Newest first. */
  sessionsOf(accountId: string): Promise<readonly OwnSession[]>;
  noteUse(sessionId: string, at: number): Promise<void>;
  /** Notes that the person gave a proof of identity again. */
  noteConfirmation(sessionId: string, at: number): Promise<void>;
  /** @returns whether the account had this session */
  endSession(accountId: string, sessionId: string): Promise<boolean>;
  /**
   * Ends the sessions of one account, or of all accounts.
   * @returns how many
   */
  endSessions(of: { readonly accountId?: string; readonly except?: string | undefined }): Promise<number>;
}

export interface DisabledAccount {
  readonly email: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly by: string;
}

/** Accounts that can't sign in. Their documents stay. */
export interface DisabledAccounts {
  isDisabled(accountId: string): Promise<boolean>;
  /** Sorted by address. */
  listDisabled(): Promise<readonly DisabledAccount[]>;
  /** Disables an account, and ends its sessions in the same transaction. */
  disable(account: { readonly accountId: string; readonly at: number; readonly by: string }): Promise<void>;
  /** @returns whether it was disabled */
  enable(accountId: string): Promise<boolean>;
}
