import type { Session } from '#shared/api/messages.ts';
import { API_PREFIX } from '#shared/api/routes.ts';
import { fromErrorBody } from '#shared/kernel/app-error.ts';
import { toCsrfHeader } from '../sync/device-client.ts';
import {
  followSignIn,
  followSignOut,
  prepareSignIn,
  prepareSignOut,
  type WaitingWrites,
} from './change-identity.ts';
import type { AppStore } from '../app-store.ts';
import { createPageIdentity } from './page-identity.ts';
import { SIGNED_OUT } from './account-session.ts';

/** Local storage keeps the address that signed up here, until somebody signs out. */
const EMAIL_FOR_SIGN_IN_KEY = 'emailForSignIn';

/** The address to sign in with, when somebody has signed up here; otherwise empty. */
export function emailForSignIn({ storage }: Pick<AppStore, 'storage'>): string {
  return storage.getItem(EMAIL_FOR_SIGN_IN_KEY) ?? '';
}

export type SignedInAccount = NonNullable<Session['account']>;

/** @throws Error with the provider's sentence, or that what waits on this device must be sent first */
export function signIn(app: AppStore, email: string, password: string): Promise<SignedInAccount> {
  return enter(app, '/sign-in/email', { email, password });
}

/** Makes an account, which is sent a link that verifies its address, and signs it in. @throws Error as `signIn` */
export async function signUp(app: AppStore, email: string, password: string): Promise<SignedInAccount> {
  const name = email.split('@')[0] ?? email;
  const account = await enter(app, '/sign-up/email', { email, password, name });
  app.storage.setItem(EMAIL_FOR_SIGN_IN_KEY, email);
  return account;
}

export interface SignOutState {
  /** Changes of this account that the server hasn't taken: unsent ones and refused ones. */
  readonly waiting: number;
  /** How many of them the server refused; those can't be sent as they are. */
  readonly refused: number;
}

/** What signing out would leave undecided. */
export async function signOutState(app: AppStore): Promise<SignOutState> {
  const { unsent, parked, rejectedChanges } = await createPageIdentity(app).countWaiting();
  return { waiting: unsent + parked + rejectedChanges, refused: rejectedChanges };
}

/**
 * Signs out; the account's data go from this device.
 * @param options what becomes of writes that wait: sent now, kept on this device for the account's next sign-in, or
 *   thrown away; without a choice nothing may wait
 * @throws Error with the reason; then the session stays, and nothing is lost
 */
export async function signOut(
  app: AppStore,
  options: { readonly waitingWrites?: WaitingWrites } = {},
): Promise<void> {
  const { waitingWrites } = options;
  const identity = createPageIdentity(app);
  await prepareSignOut(identity, waitingWrites);
  await post(app, '/sign-out', {});
  await followSignOut(identity, waitingWrites);
  app.storage.removeItem(EMAIL_FOR_SIGN_IN_KEY);
  app.session.keep(SIGNED_OUT);
}

async function enter(app: AppStore, path: string, body: object): Promise<SignedInAccount> {
  const identity = createPageIdentity(app);
  await prepareSignIn(identity);
  await post(app, path, body);
  const session = await app.session.fetch();
  if (!session.account)
    throw new Error('This browser did not keep the session. Allow cookies for this site.');
  await followSignIn(identity, session.account.id);
  app.session.keep(session);
  return session.account;
}

async function post(app: AppStore, path: string, body: object): Promise<void> {
  const answer = await send(app, `${API_PREFIX}/auth${path}`, body);
  if (answer.ok) return;
  const refusal = fromErrorBody(await answer.json().catch(() => null), answer.status);
  throw refusal ?? new Error('The server did not answer as expected. Try again.');
}

/** Passwords are made costly to check, and many may be waiting. */
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
    throw new Error('There is no connection to the server. Signing in and out needs one.', { cause });
  }
}
