import { API_PREFIX } from '#shared/api/routes.ts';
import { fromErrorBody } from '#shared/kernel/app-error.ts';
import { toCsrfHeader } from './device-client.ts';
import {
  followSignIn,
  followSignOut,
  prepareSignIn,
  prepareSignOut,
  type WaitingWrites,
} from './identity/change-identity.ts';
import { pageIdentity } from './identity/page-identity.ts';
import { fetchSession, SIGNED_OUT, takeSession } from './session-state.ts';

/** @throws Error with the provider's sentence, or that what waits on this device must be sent first */
export async function signIn(email: string, password: string): Promise<void> {
  await enter('/sign-in/email', { email, password });
}

/** Makes an account and signs it in. @throws Error as `signIn` */
export async function signUp(email: string, password: string): Promise<void> {
  await enter('/sign-up/email', { email, password, name: email.split('@')[0] ?? email });
}

export interface SignOutState {
  /** Changes of this account that the server hasn't taken: unsent ones and refused ones. */
  readonly waiting: number;
  /** How many of them the server refused; those can't be sent as they are. */
  readonly refused: number;
}

/** What signing out would leave undecided. */
export async function signOutState(): Promise<SignOutState> {
  const { unsent, parked, drafts } = await pageIdentity.countWaiting();
  return { waiting: unsent + parked + drafts, refused: drafts };
}

/**
 * Signs out; the account's data go from this device.
 * @param options what becomes of writes that wait: sent now, kept on this device for the account's next sign-in, or
 *   thrown away; without a choice nothing may wait
 * @throws Error with the reason; then the session stays, and nothing is lost
 */
export async function signOut(options: { readonly waitingWrites?: WaitingWrites } = {}): Promise<void> {
  const { waitingWrites } = options;
  await prepareSignOut(pageIdentity, waitingWrites);
  await post('/sign-out', {});
  await followSignOut(pageIdentity, waitingWrites);
  takeSession(SIGNED_OUT);
}

async function enter(path: string, body: object): Promise<void> {
  await prepareSignIn(pageIdentity);
  await post(path, body);
  const session = await fetchSession();
  if (session.account) await followSignIn(pageIdentity, session.account.id);
  takeSession(session);
}

async function post(path: string, body: object): Promise<void> {
  const answer = await send(`${API_PREFIX}/auth${path}`, body);
  if (answer.ok) return;
  const refusal = fromErrorBody(await answer.json().catch(() => null), answer.status);
  throw refusal ?? new Error('The server did not answer as expected. Try again.');
}

async function send(url: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...toCsrfHeader(document.cookie) };
  try {
    return await fetch(url, {
      method: 'POST',
      headers,
      credentials: 'same-origin',
      body: JSON.stringify(body),
    });
  } catch (cause) {
    throw new Error('There is no connection to the server. Signing in and out needs one.', { cause });
  }
}
