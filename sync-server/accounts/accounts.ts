import type { GoogleRefusal } from '#shared/api/google-routes.ts';
import type { PasskeyAnswer } from '#shared/api/requests.ts';
import type { MailPurpose } from './attempt-limits.ts';
import type { AttemptTable, LinkPurpose, SignInMethod } from './account-tables.ts';
import type { BrowserName } from './describe-browser.ts';
import type { AnswerPurpose, ListedPasskey, NewPasskey, PasskeyQuestion } from './passkeys.ts';
import type { NewCodeApp, SecondFactorState } from './second-factors.ts';

/** The part of an account that decides its rights. */
export interface AccountIdentity {
  readonly accountId: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** Whether the session began after the address was last verified. */
  readonly isTrusted: boolean;
  /** Whether the session has a second factor. */
  readonly hasSecondFactor: boolean;
}

export interface AccountSession extends AccountIdentity {
  readonly sessionId: string;
  readonly name: string;
  /** URL of the account's picture. */
  readonly photo: string | null;
  /** Epoch milliseconds at which the session ends unless it is used. */
  readonly endsAt: number;
  /** Until when the last proof of identity counts, in epoch milliseconds; `undefined` if it doesn't any more. */
  readonly confirmedUntil: number | undefined;
}

export interface CurrentSession {
  readonly session: AccountSession | undefined;
  /** `Set-Cookie` values that renew the session; empty when no renewal is due. */
  readonly cookies: readonly string[];
}

/** What this browser has to do with a mailed link. */
export interface MailedLink {
  readonly email: string;
  /** Whether a new password must be chosen; only the browser that signed up needs none. */
  readonly needsPassword: boolean;
}

export interface ProvedAddress {
  readonly email: string;
  readonly cookies: readonly string[];
}

/** A session, as `GET /account/sessions` lists it. */
export interface ListedSession extends BrowserName {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly beganAt: number;
  readonly usedAt: number;
}

export interface LinkRequest {
  /** Of the mailed link. */
  readonly token: string;
  readonly password?: string | undefined;
}

/** What a person proves the own identity with. */
export type Proof = { readonly password: string } | FactorProof;

export type FactorProof = { readonly code: string } | { readonly passkey: PasskeyAnswer };

/** What a sign-in can be ended with, besides a recovery code. */
export interface NeededFactor {
  readonly hasCodeApp: boolean;
  readonly hasPasskey: boolean;
}

/** The code app and the recovery codes of a signed-in account. */
export interface OwnSecondFactor {
  read(accountId: string): Promise<SecondFactorState>;
  /** Begins the set-up of a code app; an earlier one counts until it is finished. */
  begin(session: AccountSession): Promise<NewCodeApp>;
  /**
   * Finishes the set-up with a first code, and ends the other sessions.
   * @returns the recovery codes
   * @throws AppError for a wrong code, a used one, or too many attempts
   */
  activate(session: AccountSession, code: string): Promise<readonly string[]>;
  /** Ends the other sessions. @throws AppError `failed-precondition` without a code app */
  remove(session: AccountSession): Promise<void>;
  /** @throws AppError `failed-precondition` without a second factor */
  renewRecoveryCodes(session: AccountSession): Promise<readonly string[]>;
}

/** The passkeys of a signed-in account. See `Passkeys`. */
export interface OwnPasskeys {
  list(accountId: string): Promise<readonly ListedPasskey[]>;
  begin(session: AccountSession): Promise<PasskeyQuestion<object>>;
  /** @returns recovery codes if it is the account's first second factor */
  add(session: AccountSession, headers: Headers, added: NewPasskey): Promise<readonly string[]>;
  remove(session: AccountSession, id: string): Promise<void>;
}

export interface NewPassword {
  readonly current: string;
  readonly password: string;
}

export interface GoogleBeginning {
  /** Google's page. */
  readonly url: string;
  /** `Set-Cookie` values that bind the sign-in to this browser. */
  readonly cookies: readonly string[];
}

export interface GoogleEnd {
  /** The new session; undefined if there is none. */
  readonly session: AccountSession | undefined;
  /** Why there is no session. */
  readonly refusal: GoogleRefusal | undefined;
  readonly cookies: readonly string[];
}

/** Sign-in with Google: an account is found by Google's subject, or by an address that both sides have verified. */
export interface GoogleSignIn {
  /**
   * @param headers of the request
   * @param address network address of the caller, for the attempt limits
   * @throws AppError `unavailable` with the reason `provider-unavailable`, and as `Accounts.handler`
   */
  begin(headers: Headers, address?: string): Promise<GoogleBeginning>;
  /** Handles the browser's return from Google. @param request as the browser sent it */
  end(request: Request, address?: string): Promise<GoogleEnd>;
}

/** Email and password accounts, their sessions and their verification mails. */
export interface Accounts {
  /** Name of the cookie that carries the session. */
  readonly sessionCookieName: string;
  /** Attempt counters, shared with other rate limits. */
  readonly attempts: AttemptTable;
  /**
   * Handles a request below `/api/v1/auth`.
   * @param address network address of the caller, for the attempt limits
   * @throws AppError for every error response, with the identity code as its reason; `SecondFactorRequired`, with no
   *   session, if the account has one
   */
  handler(request: Request, address?: string): Promise<Response>;
  /** Undefined without its settings. */
  readonly google: GoogleSignIn | undefined;
  /**
   * Counts a mail to an address, whether it has an account or not.
   * @throws AppError `resource-exhausted` after three links, or three sign-ups, in an hour
   */
  countMail(email: string, purpose: MailPurpose): Promise<void>;
  /**
   * Mails a new link: to verify an address that is not verified, or to set a new password. Other addresses cost the same
   * work and get nothing. Never throws.
   */
  sendLink(purpose: LinkPurpose, email: string): Promise<void>;
  /** @throws AppError `failed-precondition` for a link that was used, has expired or is unknown */
  readLink(purpose: LinkPurpose, token: string, headers: Headers): Promise<MailedLink>;
  /**
   * Verifies the address, ends all sessions of the account, and begins one for this browser.
   * @param headers of the request, with its cookies
   * @param address network address of the caller, kept with the session
   * @returns the address, and `Set-Cookie` values of the new session
   * @throws AppError as `readLink`, and `invalid-argument` for a weak password or none where one is needed
   */
  verifyAddress(request: LinkRequest, headers: Headers, address?: string): Promise<ProvedAddress>;
  /** As `verifyAddress`, but begins no session: a person who has a second factor needs it to sign in. */
  resetPassword(request: Required<LinkRequest>, headers: Headers, address?: string): Promise<ProvedAddress>;
  /**
   * Replaces the password of a signed-in account and ends its other sessions.
   * @throws AppError for a wrong current password, a weak new one, or too many attempts
   */
  changePassword(session: AccountSession, request: NewPassword): Promise<void>;
  /** Mails a link to the address that the account is to have; nothing to one that has an account. */
  sendAddressLink(accountId: string, email: string): Promise<void>;
  /**
   * Gives the account the address of a mailed link, ends all its sessions, and tells the earlier address.
   * @throws AppError as `readLink`, also for a link that another account asked for
   */
  changeAddress(accountId: string, token: string): Promise<void>;
  /** Mails a link that deletes the account, which replaces an earlier one. */
  sendDeletionLink(account: { readonly accountId: string; readonly email: string }): Promise<void>;
  sessionOf(headers: Headers): Promise<AccountSession | undefined>;
  /** Like `sessionOf`, and renews the session when renewal is due. */
  currentSession(headers: Headers): Promise<CurrentSession>;
  /** The account's sessions that have not ended, newest first. */
  sessionsOf(account: AccountIdentity): Promise<readonly ListedSession[]>;
  /** @throws AppError `not-found` if the account has no such session */
  endSession(accountId: string, sessionId: string): Promise<void>;
  /** Ends all sessions of the account but this one. @returns how many */
  endOtherSessions(accountId: string, sessionId: string): Promise<number>;
  /**
   * Takes the account's password, a code or a passkey as a proof of identity for this session.
   * @param headers of the request, with its cookies
   * @returns until when it counts, in epoch milliseconds
   * @throws AppError `permission-denied` for a wrong proof, `resource-exhausted` after too many
   */
  confirm(
    account: { readonly accountId: string; readonly sessionId: string },
    proof: Proof,
    headers: Headers,
  ): Promise<number>;
  /** How the account signs in, without secrets. */
  signInMethodsOf(accountId: string): Promise<readonly SignInMethod[]>;
  /**
   * Unlinks Google from a signed-in account, ends its other sessions, and tells the owner by mail.
   * @throws AppError `failed-precondition` without Google, or without a password and a passkey
   */
  unlinkGoogle(session: AccountSession): Promise<void>;
  readonly secondFactor: OwnSecondFactor;
  readonly passkeys: OwnPasskeys;
  /** Address of the account whose sign-in waits for a second factor in this browser. */
  waitingAddress(headers: Headers): Promise<string | undefined>;
  /** What the sign-in of this browser needs; undefined if none waits. */
  neededFactor(headers: Headers): Promise<NeededFactor | undefined>;
  /**
   * Ends a sign-in that needs a second factor.
   * @returns the account's address, and `Set-Cookie` values of the session
   * @throws AppError for a wrong proof, a used one, too many attempts, or without such a sign-in
   */
  answerChallenge(proof: FactorProof, headers: Headers, address?: string): Promise<ProvedAddress>;
  /**
   * Asks for a passkey: anybody's, that of the sign-in that needs one, or of the signed-in account.
   * @throws AppError without such a sign-in or session, and after too many questions
   */
  askPasskey(purpose: AnswerPurpose, headers: Headers, address?: string): Promise<PasskeyQuestion<object>>;
  /** Signs in, which needs no other factor. @returns and throws as `answerChallenge` */
  signInWithPasskey(answer: PasskeyAnswer, headers: Headers, address?: string): Promise<ProvedAddress>;
  /** Current state of a session's account; `undefined` once the session has ended. Synchronous, for streams. */
  accountOf(sessionId: string): AccountIdentity | undefined;
  /** Whether the account's address is verified; `undefined` without such an account. */
  isVerified(email: string): Promise<boolean | undefined>;
  /**
   * Ensures that the demo's staff account exists and has this password; a new one is created verified. Deferred to the
   * first sign-in if the provider is not loaded yet.
   */
  ensureDemoStaff(email: string, password: string): Promise<void>;
}
