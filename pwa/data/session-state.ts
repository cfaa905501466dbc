import * as v from 'valibot';
import { createApiClient } from '#shared/api/client.ts';
import { sessionSchema, type Session } from '#shared/api/messages.ts';
import { API_PREFIX, ROUTES } from '#shared/api/routes.ts';
import { fromErrorBody } from '#shared/kernel/app-error.ts';
import { toCsrfHeader } from './device-client.ts';
import { logNotice } from './log.ts';
import { storage, timedFetch } from './platform.ts';

const KEY = 'nankeen.session';
const SIGNED_OUT: Session = { account: null, isStaff: false };

let current: Session | undefined = readStored();
const listeners = new Set<() => void>();

/** Who is signed in as far as this device knows; `undefined` before the first answer ever. */
export function readSession(): Session | undefined {
  return current;
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks the server who is signed in; without a network the last answer stays. */
export async function refreshSession(): Promise<void> {
  try {
    const client = createApiClient({ fetch: timedFetch, origin: '', dataEndpoint: '' });
    take(await client.call(ROUTES.session));
  } catch (error) {
    current ??= SIGNED_OUT;
    for (const listener of listeners) listener();
    logNotice('Who is signed in could not be asked for.', error);
  }
}

/** @throws Error with the provider's sentence */
export async function signIn(email: string, password: string): Promise<void> {
  await authenticate('/sign-in/email', { email, password });
}

/** Makes an account and signs it in. @throws Error with the provider's sentence */
export async function signUp(email: string, password: string): Promise<void> {
  await authenticate('/sign-up/email', { email, password, name: email.split('@')[0] ?? email });
}

/** @throws Error with the provider's sentence; then the session stays */
export async function signOut(): Promise<void> {
  await authenticate('/sign-out', {});
}

async function authenticate(path: string, body: object): Promise<void> {
  const answer = await post(`${API_PREFIX}/auth${path}`, body);
  if (!answer.ok) {
    const refusal = fromErrorBody(await answer.json().catch(() => null), answer.status);
    throw refusal ?? new Error('The server did not answer as expected. Try again.');
  }
  await refreshSession();
}

async function post(url: string, body: object): Promise<Response> {
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

function take(session: Session): void {
  if (JSON.stringify(session) === JSON.stringify(current)) return;
  current = session;
  storage.setItem(KEY, JSON.stringify(session));
  for (const listener of listeners) listener();
}

/** Takes over what another tab learnt. */
export function rereadSession(): void {
  current = readStored() ?? SIGNED_OUT;
  for (const listener of listeners) listener();
}

export const SESSION_KEY = KEY;

function readStored(): Session | undefined {
  try {
    return v.parse(sessionSchema, JSON.parse(storage.getItem(KEY) ?? 'null'));
  } catch {
    return undefined;
  }
}
