import type { Accounts, GoogleSignIn } from './accounts.ts';
import { createMailCounter } from './attempt-limits.ts';
import type { AccountsOptions } from './create-accounts.ts';
import { hasSessionCookie, toSessionCookieName } from './session-cookie.ts';

/**
 * Loads the identity provider on the first call that needs a session. It uses more memory than the rest of the server,
 * and anonymous visitors never need it.
 */
export function createLazyAccounts(options: AccountsOptions): Accounts {
  const sessionCookieName = toSessionCookieName(options.publicUrl);
  let beforeFirstCall = (_accounts: Accounts): Promise<void> => Promise.resolve();
  let opening: Promise<Accounts> | undefined;
  let opened: Accounts | undefined;

  async function load(): Promise<Accounts> {
    const { createAccounts } = await import('./create-accounts.ts');
    const accounts = await createAccounts(options);
    if (accounts.sessionCookieName !== sessionCookieName) {
      throw new Error(`Unexpected session cookie name: ${accounts.sessionCookieName}.`);
    }
    await beforeFirstCall(accounts);
    opened = accounts;
    return accounts;
  }

  function open(): Promise<Accounts> {
    opening ??= load().catch((cause: unknown) => {
      opening = undefined;
      throw cause;
    });
    return opening;
  }

  const { tables } = options.storage;
  return {
    sessionCookieName,
    attempts: tables,
    isVerified: tables.isVerified,
    signInMethodsOf: tables.signInMethodsOf,
    handler: async (request, address) => (await open()).handler(request, address),
    google: options.google && {
      begin: async (...call) => toGoogle(await open()).begin(...call),
      end: async (...call) => toGoogle(await open()).end(...call),
    },
    countMail: createMailCounter(options),
    sendLink: async (...request) => (await open()).sendLink(...request),
    readLink: async (...request) => (await open()).readLink(...request),
    verifyAddress: async (...request) => (await open()).verifyAddress(...request),
    resetPassword: async (...request) => (await open()).resetPassword(...request),
    changePassword: async (...request) => (await open()).changePassword(...request),
    sendAddressLink: async (...request) => (await open()).sendAddressLink(...request),
    changeAddress: async (...request) => (await open()).changeAddress(...request),
    sendDeletionLink: async (account) => (await open()).sendDeletionLink(account),
    async sessionOf(headers) {
      return hasSessionCookie(headers, sessionCookieName) ? (await open()).sessionOf(headers) : undefined;
    },
    async currentSession(headers) {
      if (!hasSessionCookie(headers, sessionCookieName)) return { session: undefined, cookies: [] };
      return (await open()).currentSession(headers);
    },
    // Without the provider loaded, nobody has a session.
    sessionsOf: async (account) => (await opened?.sessionsOf(account)) ?? [],
    endSession: async (...session) => opened?.endSession(...session),
    endOtherSessions: async (...session) => (await opened?.endOtherSessions(...session)) ?? 0,
    waitingAddress: async (headers) => (await open()).waitingAddress(headers),
    neededFactor: async (headers) => (await open()).neededFactor(headers),
    answerChallenge: async (...answer) => (await open()).answerChallenge(...answer),
    askPasskey: async (...question) => (await open()).askPasskey(...question),
    signInWithPasskey: async (...answer) => (await open()).signInWithPasskey(...answer),
    // Only for a signed-in account.
    get secondFactor() {
      if (!opened) throw new Error('Nobody is signed in.');
      return opened.secondFactor;
    },
    get passkeys() {
      if (!opened) throw new Error('Nobody is signed in.');
      return opened.passkeys;
    },
    unlinkGoogle: async (session) => (await open()).unlinkGoogle(session),
    confirm: async (...proof) => (await open()).confirm(...proof),
    // Callers get session ids only from the loaded provider.
    accountOf: (sessionId) => opened?.accountOf(sessionId),
    async ensureDemoStaff(email, password) {
      if (opened) return opened.ensureDemoStaff(email, password);
      beforeFirstCall = (accounts) => accounts.ensureDemoStaff(email, password);
    },
  };
}

function toGoogle({ google }: Accounts): GoogleSignIn {
  if (!google) throw new Error('Sign-in with Google is not set up.');
  return google;
}
