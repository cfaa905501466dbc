import { GOOGLE_END_PAGE } from '#shared/api/google-end-page.ts';
import { isGoogleRefusal, type GoogleRefusal } from '#shared/api/google-routes.ts';
import { createPageStorage } from '../store/page-storage.ts';
import type { AccountSession } from './account-session.ts';
import type { SignInErrand } from './session.ts';

/**
 * Between the window that came back from Google and the one that opened it, which holds a lock of this name while it
 * waits. It carries no secret.
 */
const CHANNEL = 'nankeen-google';

/** Storage of one window, which outlasts its visit to Google. */
const windowStorage = createPageStorage(() => sessionStorage);
/** Set in a window that another one opened for Google's page. */
const OPENED_KEY = 'nankeen.openedForGoogle';
const ERRAND_KEY = 'nankeen.googleErrand';

type Message =
  { readonly kind: 'ended'; readonly refusal: GoogleRefusal | null } | { readonly kind: 'taken' };

/** How long the window that came back waits for another one that may be there. */
const ANSWER_MS = 3000;
/** The same for one that is there: a busy page may take this long to answer. */
const BUSY_MS = 20_000;

/** How long the server takes Google's answer to a sign-in that was begun. */
const SIGN_IN_MS = 600_000;

/** In the address of the page when the other window goes on. */
const TAKEN = '?taken';

/**
 * Opens a window for Google's page; call it in a click's handler, before anything else. Undefined where Google's page
 * should have the same window: in an installed app, on a small screen, and where the browser opens none.
 */
export function openGoogleWindow(): Window | undefined {
  if (!matchMedia('(display-mode: browser) and (min-width: 48rem)').matches) return undefined;
  const left = Math.max(0, screenX + (outerWidth - 520) / 2);
  const opened = open('', '', `popup,width=520,height=680,left=${left},top=${screenY + 80}`);
  if (!opened) return undefined;
  const { document } = opened;
  document.title = 'Login with Google';
  document.documentElement.style.colorScheme = 'light dark';
  document.body.style.font = '1rem system-ui, sans-serif';
  document.body.textContent = 'Opening Google…';
  opened.sessionStorage.setItem(OPENED_KEY, '1');
  return opened;
}

/** Keeps what a person had to sign in for, until this window is back from Google. */
export function keepErrand(errand: Partial<SignInErrand> | null): void {
  if (errand?.next === undefined) windowStorage.removeItem(ERRAND_KEY);
  else {
    const { next, nextState, notice } = errand;
    windowStorage.setItem(ERRAND_KEY, JSON.stringify({ next, nextState, notice }));
  }
}

export function readErrand(): SignInErrand | undefined {
  const text = windowStorage.getItem(ERRAND_KEY);
  return text === null ? undefined : (JSON.parse(text) as SignInErrand);
}

/**
 * Waits until the opened window has come back, and tells it that this one goes on.
 * @param session also ends the wait when another sign-in begins one, whichever window it was in
 * @returns why there is no session, also when it is too late for one; `signed-in`; or `cancelled` by the signal
 */
export function whenGoogleWindowEnds(
  session: Pick<AccountSession, 'read' | 'subscribe'>,
  signal: AbortSignal,
): Promise<GoogleRefusal | 'signed-in' | 'cancelled'> {
  const ended = new Promise<GoogleRefusal | 'signed-in' | 'cancelled'>((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    const end = (how: GoogleRefusal | 'signed-in' | 'cancelled') => {
      clearTimeout(timer);
      channel.close();
      unsubscribe();
      resolve(how);
    };
    const timer = setTimeout(() => end('invalid-credential'), SIGN_IN_MS);
    const before = session.read();
    const unsubscribe = session.subscribe(() => {
      const now = session.read();
      const isProven =
        now?.isConfirmedUntil !== undefined && now.isConfirmedUntil !== before?.isConfirmedUntil;
      if (now?.account && (now.account.id !== before?.account?.id || isProven)) end('signed-in');
    });
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.kind !== 'ended') return;
      channel.postMessage({ kind: 'taken' } satisfies Message);
      end(data.refusal ?? 'signed-in');
    });
    signal.addEventListener('abort', () => end('cancelled'));
  });
  findLocks()
    ?.request(CHANNEL, { mode: 'shared' }, () => ended)
    .catch(() => undefined);
  return ended;
}

/** Missing where the page was not served securely. */
function findLocks(): LockManager | undefined {
  return (navigator as Partial<Pick<Navigator, 'locks'>>).locks;
}

/**
 * In a window that was opened for Google's page: tells the window that opened it, and closes. If none answers, this
 * window goes on as if it were the only one.
 */
export async function endGoogleWindow(): Promise<void> {
  if (windowStorage.getItem(OPENED_KEY) === null || location.search === TAKEN) return;
  if (!(await isTaken(readRefusal(location.search) ?? null))) {
    windowStorage.removeItem(OPENED_KEY);
    return;
  }
  close();
  // For a browser that closes no window.
  history.replaceState(null, '', GOOGLE_END_PAGE + TAKEN);
}

async function isTaken(refusal: GoogleRefusal | null): Promise<boolean> {
  const locks = await findLocks()
    ?.query()
    .catch(() => undefined);
  const isThere = locks?.held?.some(({ name }) => name === CHANNEL) ?? false;
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    const end = (isAnswered: boolean) => {
      clearTimeout(timer);
      channel.close();
      resolve(isAnswered);
    };
    const timer = setTimeout(() => end(false), isThere ? BUSY_MS : ANSWER_MS);
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'taken') end(true);
    });
    channel.postMessage({ kind: 'ended', refusal } satisfies Message);
  });
}

/** Whether another window goes on with the sign-in. */
export function isTakenElsewhere(search: string): boolean {
  return search === TAKEN;
}

/** Why the sign-in was refused, by the query of the page's address. */
export function readRefusal(search: string): GoogleRefusal | undefined {
  const reason = new URLSearchParams(search).get('reason');
  if (reason === null) return undefined;
  return isGoogleRefusal(reason) ? reason : 'invalid-credential';
}
