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

/** Synchronous lookups outside the identity provider, fast enough to check before every message of a stream. */
export interface AccountTables
  extends AttemptTable, SessionTable, DisabledAccounts, FactorTable, DeletedAccounts {
  session(id: string): SessionRow | undefined;
  /** Whether the account's address is verified; `undefined` without such an account. */
  isVerified(email: string): boolean | undefined;
  accountIdOf(email: string): string | undefined;
  /** When the account's address was last verified, in epoch milliseconds. */
  verifiedAt(accountId: string): number | null;
  /** @param hash of the link's token */
  link(hash: string): MailedLinkRow | undefined;
  /** The account's link for a purpose. */
  linkOf(accountId: string, purpose: LinkPurpose): MailedLinkRow | undefined;
  deleteLink(accountId: string, purpose: LinkPurpose): void;
  /** @throws when the row cannot be written */
  putLink(link: NewMailedLink): void;
  /**
   * Verifies the account's address, sets its password if one is given, ends all its sessions and removes its other
   * links, in one transaction.
   * @returns false, without a change, if the link was used, has expired or was replaced
   */
  useLink(use: LinkUse): boolean;
  /**
   * Gives the account the address that the link was mailed to, as a verified one, ends all its sessions and removes its
   * other links, in one transaction.
   * @returns the earlier address; `undefined`, without a change, if the link doesn't work or the address was taken
   */
  useAddressLink(use: Pick<LinkUse, 'hash' | 'at'>): string | undefined;
  /** How the account signs in, without secrets. */
  signInMethodsOf(accountId: string): readonly SignInMethod[];
  /** Hash of the account's password; `undefined` if it has none. */
  passwordHash(accountId: string): string | undefined;
  /**
   * Replaces the account's password and ends all its sessions but one, in one transaction.
   * @returns false, without a change, if the password was replaced meanwhile
   */
  changePassword(change: PasswordChange): boolean;
}
