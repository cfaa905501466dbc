import type { AttemptTable } from './account-tables.ts';

/** Who an account is, as far as rights go. */
export interface AccountIdentity {
  readonly accountId: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

/** Who is signed in. */
export interface AccountSession extends AccountIdentity {
  readonly sessionId: string;
  readonly name: string;
  /** Address of the account's picture. */
  readonly photo: string | null;
  readonly expiresAt: Date;
}

export interface CurrentSession {
  readonly session: AccountSession | undefined;
  /** `Set-Cookie` values that keep the session alive; empty when nothing is due. */
  readonly cookies: readonly string[];
}

/** Accounts with e-mail and password, their sessions, and the mails that verify addresses. */
export interface Accounts {
  /** Name of the cookie that carries the session. */
  readonly sessionCookieName: string;
  /** Where other limits keep their counts too. */
  readonly attempts: AttemptTable;
  /**
   * Answers a call below `/api/v1/auth`.
   * @param address network address of the caller, for the attempt limits
   * @throws AppError for every refusal, with the identity code as its reason
   */
  handler(request: Request, address?: string): Promise<Response>;
  sessionOf(headers: Headers): Promise<AccountSession | undefined>;
  /** As `sessionOf`, and prolongs the session when it is due. */
  currentSession(headers: Headers): Promise<CurrentSession>;
  /** The account of a session as it stands at this moment; `undefined` once the session has ended. At once, for streams. */
  accountOf(sessionId: string): AccountIdentity | undefined;
  /** Whether the address of an account is verified; `undefined` when there is no such account. */
  isVerified(email: string): boolean | undefined;
  /** Makes the demo's staff account, verified and with this password, whatever was there before: until anybody can sign in. */
  ensureDemoStaff(email: string, password: string): Promise<void>;
}
