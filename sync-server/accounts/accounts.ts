import type { AttemptTable } from './account-tables.ts';

/** The part of an account that decides its rights. */
export interface AccountIdentity {
  readonly accountId: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

export interface AccountSession extends AccountIdentity {
  readonly sessionId: string;
  readonly name: string;
  /** URL of the account's picture. */
  readonly photo: string | null;
  readonly expiresAt: Date;
}

export interface CurrentSession {
  readonly session: AccountSession | undefined;
  /** `Set-Cookie` values that renew the session; empty when no renewal is due. */
  readonly cookies: readonly string[];
}

/** E-mail and password accounts, their sessions and their verification mails. */
export interface Accounts {
  /** Name of the cookie that carries the session. */
  readonly sessionCookieName: string;
  /** Attempt counters, shared with other rate limits. */
  readonly attempts: AttemptTable;
  /**
   * Handles a request below `/api/v1/auth`.
   * @param address network address of the caller, for the attempt limits
   * @throws AppError for every error response, with the identity code as its reason
   */
  handler(request: Request, address?: string): Promise<Response>;
  sessionOf(headers: Headers): Promise<AccountSession | undefined>;
  /** Like `sessionOf`, and renews the session when renewal is due. */
  currentSession(headers: Headers): Promise<CurrentSession>;
  /** Current state of a session's account; `undefined` once the session has ended. Synchronous, for streams. */
  accountOf(sessionId: string): AccountIdentity | undefined;
  /** Whether the account's address is verified; `undefined` without such an account. */
  isVerified(email: string): boolean | undefined;
  /**
   * Ensures that the demo's staff account exists and has this password; a new one is created verified. Deferred to the
   * first sign-in if the provider is not loaded yet.
   */
  ensureDemoStaff(email: string, password: string): Promise<void>;
}
