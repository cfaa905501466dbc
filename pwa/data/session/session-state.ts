import { createApiClient } from '#shared/api/client.ts';
import { sessionSchema, type Session } from '#shared/api/messages.ts';
import { ROUTES } from '#shared/api/routes.ts';
import { createStore } from '#pwa/create-store.ts';
import { logNotice } from '../log.ts';
import { storage, timedFetch } from '../platform.ts';
import { readStored } from '../store/read-stored.ts';

export const SESSION_KEY = 'nankeen.session';
export const SIGNED_OUT: Session = { account: null, isStaff: false };

/** Who is signed in as far as this device knows; `undefined` before the first answer ever. */
export const session = createStore<Session | undefined>(readStored(storage, SESSION_KEY, sessionSchema));

/** When the present session ends unless it is prolonged, in epoch milliseconds; `undefined` while there is none. */
export function sessionEnd(): number | undefined {
  const text = session.read()?.account?.expiresAt;
  return text === undefined ? undefined : Date.parse(text);
}

/** Who the server takes this browser for. @throws AppError */
export function fetchSession(): Promise<Session> {
  return createApiClient({ fetch: timedFetch, origin: '', dataEndpoint: '' }).call(ROUTES.session);
}

/** Asks the server who is signed in; without a network the last answer stays. */
export async function refreshSession(): Promise<void> {
  try {
    takeSession(await fetchSession());
  } catch (error) {
    if (!session.read()) session.set(SIGNED_OUT);
    logNotice('Who is signed in could not be asked for.', error);
  }
}

export function takeSession(next: Session): void {
  if (JSON.stringify(next) === JSON.stringify(session.read())) return;
  storage.setItem(SESSION_KEY, JSON.stringify(next));
  session.set(next);
}

/** Takes over what another tab learnt. */
export function rereadSession(): void {
  session.set(readStored(storage, SESSION_KEY, sessionSchema) ?? SIGNED_OUT);
}
