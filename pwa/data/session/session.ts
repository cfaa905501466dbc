import type { GoogleRefusal } from '#shared/api/google-routes.ts';
import { hasType } from '#shared/api/client.ts';
import type { Session } from '#shared/api/messages.ts';
import { API_PREFIX, ROUTES } from '#shared/api/routes.ts';
import { AppError, fromErrorBody } from '#shared/kernel/app-error.ts';
import { logNotice } from '../log.ts';
import { toCsrfHeader } from '../sync/csrf-header.ts';
import type { AppStore } from '../app-store.ts';
import type { UnsentInput } from '../forms/form-store.ts';
import { followSignOut, prepareSignIn, prepareSignOut, type WaitingWrites } from './change-identity.ts';
import { EMAIL_FOR_SIGN_IN_KEY } from './identity.ts';
import { createPageIdentity, followSession } from './page-identity.ts';
import { SIGNED_OUT } from './account-session.ts';

/** The address that signed up on this device, to prefill the sign-in form; empty when there is none. */
export function emailForSignIn({ storage }: Pick<AppStore, 'storage'>): string {
  return storage.getItem(EMAIL_FOR_SIGN_IN_KEY) ?? '';
}

/** Prefills the sign-in form of this device with an address. */
export function keepEmailForSignIn({ storage }: Pick<AppStore, 'storage'>, email: string): void {
  storage.setItem(EMAIL_FOR_SIGN_IN_KEY, email);
}

/** Navigation state of the login page: where a person goes on with what they had to sign in for. */
export interface SignInErrand {
  /** Path and query. */
  readonly next: string;
  /** Navigation state of that page. */
  readonly nextState: unknown;
  /** What the person reads there after a visit to Google. */
  readonly notice?: string;
}

/** Navigation state of the login page after a sign-in with Google that was refused. */
export interface RefusedSignIn {
  readonly refusal: GoogleRefusal;
}

export type SignedInAccount = NonNullable<Session['account']>;

/** @throws Error with the provider's message, or when writes on this device must be sent first */
export function signIn(app: AppStore, email: string, password: string): Promise<SignedInAccount> {
  return enterAccount(app, '/auth/sign-in/email', { email, password });
}

/**
 * Ends a sign-in that needs a second factor. @param code of the code app, or a recovery code
 * @throws AppError of the server, otherwise as `signIn`
 */
export function giveSecondFactor(app: AppStore, code: string): Promise<SignedInAccount> {
  return enterAccount(app, '/account/second-factor', { code });
}

/** Whether a sign-in needs a second factor before there is a session. */
export function isSecondFactorNeeded(error: unknown): boolean {
  return error instanceof AppError && error.reason === 'second-factor-required';
}

/**
 * Creates an account; the server mails a link that verifies the address.
 * @returns the account, or `undefined` if the link has to be opened first
 * @throws Error as `signIn`
 */
export async function signUp(
  app: AppStore,
  email: string,
  password: string,
): Promise<SignedInAccount | undefined> {
  const name = email.split('@')[0] ?? email;
  await prepareSignIn(createPageIdentity(app));
  await post(app, '/auth/sign-up/email', { email, password, name });
  keepEmailForSignIn(app, email);
  const session = await fetchBegun(app);
  return session.account ? open(app, session, session.account) : undefined;
}

/**
 * Verifies the address of a mailed link, which signs in to its account.
 * @param password replaces the account's; without one this must be the browser that signed up
 * @throws AppError of the server, otherwise as `signIn`
 */
export async function verifyAddress(
  app: AppStore,
  token: string,
  password?: string,
): Promise<SignedInAccount> {
  const path = ROUTES.verifyAddress.path;
  if (password !== undefined) return enterAccount(app, path, { token, password });
  await post(app, path, { token });
  return openSession(app);
}

export interface SignOutState {
  /** Unsynced changes of this account, both unsent and refused. */
  readonly waiting: number;
  /** How many of them the server refused; they can't be sent unchanged. */
  readonly refused: number;
  /** How many of them are purchase orders that wait for the access code. */
  readonly locked: number;
  /** How many of them are files, which are sent by themselves while the device is connected. */
  readonly files: number;
  /** Those that are unsent forms, which only their page can send. */
  readonly forms: readonly UnsentInput[];
}

/** What the person has to decide before signing out. */
export async function signOutState(app: AppStore): Promise<SignOutState> {
  const { unsent, locked, parked, rejectedChanges, files, forms } =
    await createPageIdentity(app).countWaiting();
  const waiting = unsent + parked + rejectedChanges + files + forms.length;
  return { waiting, refused: rejectedChanges, locked, files, forms };
}

/**
 * Signs out and removes the account's data and the access code's token from this device. Works offline: the server
 * then ends the session before any other call.
 * @param options `waitingWrites`: send waiting writes now, keep them for the account's next sign-in, or discard them;
 *   without a choice, nothing may be waiting
 * @throws Error with the reason; then the session stays, and nothing is lost
 */
export async function signOut(
  app: AppStore,
  options: { readonly waitingWrites?: WaitingWrites } = {},
): Promise<void> {
  const { waitingWrites } = options;
  const identity = createPageIdentity(app);
  await prepareSignOut(identity, waitingWrites);
  await app.sessionEnd.request();
  await app.sessionEnd
    .end()
    .catch((error: unknown) => logNotice('The session ends with the next connection.', error));
  await followSignOut(identity, waitingWrites);
  app.storage.removeItem(EMAIL_FOR_SIGN_IN_KEY);
  await app.accessMemory.forget();
  app.session.keep(SIGNED_OUT);
}

/** Signs in by a call below `/api/v1`. @throws as `signIn` */
export async function enterAccount(app: AppStore, path: string, body: object): Promise<SignedInAccount> {
  const identity = createPageIdentity(app);
  await prepareSignIn(identity);
  await post(app, path, body);
  return openSession(app);
}

/**
 * Opens the store of the account that the server has just signed in.
 * @throws AppError without a response, Error when the browser has no session
 */
export async function openSession(app: AppStore): Promise<SignedInAccount> {
  const session = await fetchBegun(app);
  if (!session.account)
    throw new Error('This browser did not keep the session. Allow cookies for this site.');
  return open(app, session, session.account);
}

/** The session that has just begun: asked for once more if only that response is lost. */
function fetchBegun({ session }: AppStore): Promise<Session> {
  return session.fetch().catch(() => session.fetch());
}

async function open(app: AppStore, session: Session, account: SignedInAccount): Promise<SignedInAccount> {
  await followSession(app, account.id);
  app.session.keep(session);
  return account;
}

async function post(app: AppStore, path: string, body: object): Promise<void> {
  const response = await send(app, `${API_PREFIX}${path}`, body);
  if (response.ok && hasType(response, 'application/json')) return;
  const refusal = fromErrorBody(await response.json().catch(() => null), response.status);
  throw refusal ?? new Error('The server did not answer as expected. Try again.');
}

/** Password hashes are slow to check, and requests may queue. */
const IDENTITY_TIMEOUT_MS = 60_000;

async function send(app: AppStore, url: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...toCsrfHeader(app.cookies()) };
  try {
    return await app.fetch(url, {
      method: 'POST',
      headers,
      credentials: 'same-origin',
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(IDENTITY_TIMEOUT_MS),
    });
  } catch (cause) {
    throw new Error('We can’t reach the store. Signing in needs a connection.', { cause });
  }
}
