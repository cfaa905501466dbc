import { createApiClient, type Fetch } from '#shared/api/client.ts';
import { sessionSchema, type Session } from '#shared/api/messages.ts';
import { ROUTES } from '#shared/api/routes.ts';
import type { Hello } from '#shared/sync/messages.ts';
import { createStore, type ReadableStore } from '#pwa/create-store.ts';
import { logNotice } from '../log.ts';
import type { KeyedStorage } from '../store/page-storage.ts';
import type { SessionEnd } from './session-end.ts';
import { readStored } from '../store/read-stored.ts';

export const SESSION_KEY = 'nankeen.session';
export const SIGNED_OUT: Session = { account: null, isStaff: false };

/** Who is signed in, as far as this device knows; `undefined` before the first response ever. */
export interface AccountSession extends ReadableStore<Session | undefined> {
  /** Epoch milliseconds when the session expires unless it is renewed; `undefined` without one. */
  endsAt(): number | undefined;
  /** Asks the server who is signed in. @throws AppError */
  fetch(): Promise<Session>;
  /** Asks the server and keeps the response; without a network the last one stays. */
  refresh(): Promise<void>;
  /** Asks the server if it reads this page's calls for another account than the page knows. */
  check(account: Hello['account']): Promise<void>;
  keep(session: Session): void;
  /** Reads what another tab has stored. */
  reread(): void;
}

interface AccountSessionOptions {
  readonly storage: KeyedStorage;
  readonly fetch: Fetch;
  readonly sessionEnd: Pick<SessionEnd, 'isDue'>;
}

export function createAccountSession({ storage, fetch, sessionEnd }: AccountSessionOptions): AccountSession {
  const session = createStore<Session | undefined>(readKept());
  const fetchSession = () => createApiClient({ fetch, origin: '', dataEndpoint: '' }).call(ROUTES.session);

  /** Nothing of an account whose session is to end, even if the page was closed before it noted that. */
  function readKept(): Session | undefined {
    return sessionEnd.isDue() ? SIGNED_OUT : readStored(storage, SESSION_KEY, sessionSchema);
  }

  function keep(next: Session): void {
    if (JSON.stringify(next) === JSON.stringify(session.read())) return;
    storage.setItem(SESSION_KEY, JSON.stringify(next));
    session.set(next);
  }

  async function refresh(): Promise<void> {
    try {
      keep(await fetchSession());
    } catch (error) {
      if (!session.read()) session.set(SIGNED_OUT);
      logNotice('The session could not be fetched.', error);
    }
  }

  return {
    read: session.read,
    subscribe: session.subscribe,
    endsAt() {
      const text = session.read()?.account?.expiresAt;
      return text === undefined ? undefined : Date.parse(text);
    },
    fetch: fetchSession,
    refresh,
    async check(account) {
      if (!isSameAccount(session.read(), account)) await refresh();
    },
    keep,
    reread: () => session.set(readKept() ?? SIGNED_OUT),
  };
}

/** Whether the server reads a page's calls for the account of the session that the page knows. */
function isSameAccount(session: Session | undefined, account: Hello['account']): boolean {
  if (!session || account === undefined) return false;
  if (account === null) return session.account === null;
  return session.account?.id === account.id && session.role === account.role;
}
