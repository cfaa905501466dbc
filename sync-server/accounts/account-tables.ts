import type { DeletedAccounts } from './deleted-accounts.ts';
import type { FactorTable } from './factor-table.ts';
import type { DisabledAccounts, SessionTable } from './session-table.ts';

/** A stored session with the current state of its account. */
export interface SessionRow {
  readonly accountId: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** Whether the session began after the address was last verified. Only then it may have staff rights. */
  readonly isTrusted: boolean;
  /** Whether it began or went on with a second factor. */
  readonly hasSecondFactor: boolean;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  readonly beganAt: number;
  readonly usedAt: number;
  /** When the person last gave a proof of identity, in epoch milliseconds. */
  readonly confirmedAt: number | null;
}

export interface AttemptRow {
  readonly count: number;
  /** When the count expires, in epoch milliseconds. */
  readonly endsAt: number;
}

/** In the order of the keys; `undefined` without a counter. */
export type AttemptRows = readonly (AttemptRow | undefined)[];

export interface AttemptDecision<Result> {
  readonly result: Result;
  /** What is stored of the keys, `undefined` to delete a counter. Without it nothing changes. */
  readonly rows?: AttemptRows;
}

/**
 * Attempt counters. They expire at `endsAt`. A clean stop keeps all of them; after a crash, the changes of the last
 * second may be missing.
 */
export interface AttemptTable {
  /**
   * Reads counters, and stores what `decide` makes of them, in one step: of two calls at once, one sees what the other
   * stored.
   * @param now epoch milliseconds; counters that expired by then may be deleted
   * @param decide pure and synchronous
   * @returns the decision's result
   */
  changeAttempts<Result>(
    keys: readonly string[],
    now: number,
    decide: (rows: AttemptRows) => AttemptDecision<Result>,
  ): Promise<Result>;
  /** Stores all changes now. On a full disk they stay in memory. */
  flush(): Promise<void>;
}

export type LinkPurpose = 'verify' | 'reset' | 'address' | 'delete-account';

/** A mailed link. An account has at most one for each purpose; a new link replaces it. */
export interface MailedLinkRow {
  readonly purpose: LinkPurpose;
  readonly accountId: string;
  /** Address the link was mailed to. */
  readonly email: string;
  /** Hash of the secret of the browser that signed up. */
  readonly browser: string | null;
  /** Epoch milliseconds. */
  readonly endsAt: number;
  readonly usedAt: number | null;
}

export interface NewMailedLink extends Omit<MailedLinkRow, 'browser' | 'usedAt'> {
  /** Of the link's token. */
  readonly hash: string;
  /** Kept from the account's earlier link if absent. */
  readonly browser?: string | null | undefined;
}

export interface LinkUse {
  readonly hash: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Becomes the account's password, also of an account that has none. */
  readonly passwordHash?: string | undefined;
}

export interface PasswordChange {
  readonly accountId: string;
  /** The password that was checked. */
  readonly replaced: string;
  readonly passwordHash: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Session of the caller, which goes on. */
  readonly sessionId: string;
}

/** A way to sign in, or a second factor. */
export interface SignInMethod {
  readonly kind: 'password' | 'google' | 'code-app';
  /** ISO time; null where it was not noted. */
  readonly addedAt: string | null;
  /** How Google names the person. */
  readonly subject?: string;
}

/** Lookups and changes outside the identity provider. */
export interface AccountTables
  extends AttemptTable, SessionTable, DisabledAccounts, FactorTable, DeletedAccounts {
  session(id: string): Promise<SessionRow | undefined>;
  /** Synchronous, for open streams: the state this process last saw of a session that was read with `session`. */
  watchedSession(id: string): SessionRow | undefined;
  /** Whether the account's address is verified; `undefined` without such an account. */
  isVerified(email: string): Promise<boolean | undefined>;
  accountIdOf(email: string): Promise<string | undefined>;
  /** When the account's address was last verified, in epoch milliseconds. */
  verifiedAt(accountId: string): Promise<number | null>;
  /** @param hash of the link's token */
  link(hash: string): Promise<MailedLinkRow | undefined>;
  /** The account's link for a purpose. */
  linkOf(accountId: string, purpose: LinkPurpose): Promise<MailedLinkRow | undefined>;
  deleteLink(accountId: string, purpose: LinkPurpose): Promise<void>;
  /**
   * @returns false, without a row, for an account that was deleted meanwhile; an empty id is no account's
   * @throws when the row cannot be written
   */
  putLink(link: NewMailedLink): Promise<boolean>;
  /**
   * Verifies the account's address, sets its password if one is given, ends all its sessions and removes its other
   * links, in one transaction.
   * @returns false, without a change, if the link was used, has expired or was replaced
   */
  useLink(use: LinkUse): Promise<boolean>;
  /**
   * Gives the account the address that the link was mailed to, as a verified one, ends all its sessions and removes its
   * other links, in one transaction.
   * @returns the earlier address; `undefined`, without a change, if the link doesn't work or the address was taken
   */
  useAddressLink(use: Pick<LinkUse, 'hash' | 'at'>): Promise<string | undefined>;
  /** How the account signs in, without secrets. */
  signInMethodsOf(accountId: string): Promise<readonly SignInMethod[]>;
  /**
   * Removes Google from these, and ends all sessions and sign-ins of the account but one session, in one transaction.
   * @returns `unlinked`, or why nothing was changed
   */
  unlinkGoogle(accountId: string, sessionId: string): Promise<'unlinked' | 'not-linked' | 'only-sign-in'>;
  /** Hash of the account's password; `undefined` if it has none. */
  passwordHash(accountId: string): Promise<string | undefined>;
  /**
   * Replaces the account's password and ends all its sessions but one, in one transaction.
   * @returns false, without a change, if the password was replaced meanwhile
   */
  changePassword(change: PasswordChange): Promise<boolean>;
}
