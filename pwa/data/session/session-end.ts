import { hasType, type Fetch, type RequestInit as CallInit } from '#shared/api/client.ts';
import { API_PREFIX, ROUTES } from '#shared/api/routes.ts';
import type { KeyedStorage } from '../store/page-storage.ts';
import { toCsrfHeader } from '../sync/csrf-header.ts';
import type { OpenRecord } from './device-database.ts';
import { createKeptValue } from './kept-value.ts';

/** True while a person has signed out on this device and the server hasn't ended the session yet. */
const NAME = 'sessionEndDue';

type PageFetch = (url: string, init?: RequestInit) => Promise<Response>;

/** Ends the session of a person who signed out while the server was out of reach: script can't remove its cookie. */
export interface SessionEnd {
  isDue(): boolean;
  /** From now on every call ends the session first. Resolves when that is on disk. */
  request(): Promise<void>;
  /** Reads from the disk whether it is due, which a killed browser may have lost from local storage. Never throws. */
  restore(): Promise<void>;
  /** @throws Error when the server didn't end it; then it stays due */
  end(): Promise<void>;
}

export interface SessionEndOptions {
  readonly storage: KeyedStorage;
  readonly openRecord: OpenRecord;
  readonly fetch: Fetch;
  readonly cookies: () => string;
}

export function createSessionEnd({ storage, openRecord, fetch, cookies }: SessionEndOptions): SessionEnd {
  const due = createKeptValue({ name: NAME, storage, openRecord, parse: Boolean });
  let ending: Promise<void> | undefined;

  const call = (method: string, path: string, init?: CallInit) =>
    fetch(API_PREFIX + path, { method, credentials: 'same-origin', ...init });

  const post = () =>
    call('POST', '/auth/sign-out', {
      headers: { 'content-type': 'application/json', ...toCsrfHeader(cookies()) },
      body: '{}',
    });

  async function signOut(): Promise<void> {
    let response = await post();
    if (response.status === 403) {
      // The anti-forgery cookie doesn't outlive the browser's window as the session does; this call renews it.
      await call('GET', ROUTES.session.path);
      response = await post();
    }
    if (!response.ok || !hasType(response, 'application/json'))
      throw new Error(`The server did not end the session: ${response.status}.`);
    await due.change(() => false);
  }

  return {
    isDue() {
      // Another tab may have changed it.
      due.reread();
      return due.read();
    },
    request: () => due.change(() => true),
    restore: due.restore,
    end: () => (ending ??= signOut().finally(() => (ending = undefined))),
  };
}

/** A fetch whose calls wait until a due session has ended, so that none is made as the person who signed out. */
export function afterSessionEnd(fetch: PageFetch, sessionEnd: SessionEnd): PageFetch {
  return async (url, init) => {
    await sessionEnd.restore();
    if (sessionEnd.isDue()) await sessionEnd.end();
    return fetch(url, init);
  };
}
