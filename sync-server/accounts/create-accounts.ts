import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { AppError } from '#shared/kernel/app-error.ts';
import { systemClock, type Clock } from '#shared/kernel/clock.ts';
import { toSecrets, type SigningSecret } from '#server/devices/device-tokens.ts';
import type { Log } from '#server/log.ts';
import type { Mails } from '#server/mail/mails.ts';
import type { MailContent } from '#server/mail/templates/templates.ts';
import type { AccountStorage } from '#server/storage.ts';
import { toNetwork } from '#server/http/token-buckets.ts';
import type { LinkPurpose, SessionRow } from './account-tables.ts';
import type { Accounts, AccountSession, LinkRequest } from './accounts.ts';
import {
  ACCOUNT_LIMITS,
  createAttemptLimiter,
  createMailCounter,
  type AccountLimits,
} from './attempt-limits.ts';
import { ADDRESS_HEADER, AUTH_PATH, BROWSER_HEADER, toAuthOptions } from './auth-options.ts';
import { beginSession, type NewSession } from './begin-session.ts';
import { createBrowserCookie } from './browser-cookie.ts';
import { changePassword } from './change-password.ts';
import { assertCurrentPassword } from './current-password.ts';
import { ensureDemoStaff } from './demo-staff.ts';
import { describeBrowser } from './describe-browser.ts';
import { googlePlugin } from './google-provider.ts';
import type { GoogleSettings } from './google-settings.ts';
import { createGoogleSignIn } from './google-sign-in.ts';
import { isDisabled, readFailure, toIdentityError } from './identity-errors.ts';
import { createPasskeys } from './passkeys.ts';
import { createSecondFactors } from './second-factors.ts';
import { createPasswordHasher, type PasswordHasher } from './password-hash.ts';
import { toConfirmedUntil, toSessionEnd, USE_NOTED_EVERY_MS, type SessionTimes } from './session-limits.ts';
import { signWithNewest } from './session-cookie.ts';
import { createSignInLimits } from './sign-in-limits.ts';
import { toRole, type StaffCandidate, type StaffRule } from './staff-rule.ts';
import { createUnlinkGoogle } from './unlink-google.ts';
import { createMailedLinks, isSignUpBrowser } from './mailed-links.ts';

export interface AccountsOptions {
  readonly storage: AccountStorage;
  /** Two during a rotation: the first signs, both verify. */
  readonly secret: SigningSecret;
  readonly publicUrl: string;
  readonly allowedOrigins: readonly string[];
  readonly mails: Pick<Mails, 'queue' | 'queueNone'>;
  /** Without it there is no sign-in with Google. */
  readonly google?: GoogleSettings | undefined;
  readonly staffRule: StaffRule;
  readonly log: Log;
  readonly clock?: Clock;
  readonly limits?: AccountLimits;
  readonly hasher?: PasswordHasher;
}

/** Opens the accounts and migrates their tables. */
export async function createAccounts(options: AccountsOptions): Promise<Accounts> {
  const { database, tables } = options.storage;
  const { log, staffRule } = options;
  const [secret = ''] = toSecrets(options.secret);
  const hasher = options.hasher ?? createPasswordHasher();
  const clock = options.clock ?? systemClock;
  const limits = options.limits ?? ACCOUNT_LIMITS;
  const limiter = createAttemptLimiter(tables, clock);
  const links = createMailedLinks({ ...options, tables, clock, hasher });
  const signInLimits = createSignInLimits({ tables, clock, limiter, limits });
  const countMail = createMailCounter(options);
  const secondFactors = createSecondFactors({ ...options, tables, clock, limiter, limits });
  const passkeys = createPasskeys({ ...options, tables, clock, limiter, limits });
  const browserCookie = createBrowserCookie(options.publicUrl);
  const authOptions = {
    ...toAuthOptions({
      ...options,
      production: staffRule.production,
      secret,
      database,
      tables,
      links,
      limits,
      limiter,
      hasher,
      clock,
      signInLimits,
      secondFactors,
      countMail,
    }),
    plugins: [
      { id: 'begin-session', endpoints: { beginSession } },
      ...(options.google ? [googlePlugin(options.google, options.log)] : []),
    ],
  };
  if (!options.storage.hasProviderTables) {
    const { runMigrations } = await getMigrations(authOptions);
    await runMigrations();
  }
  const auth = betterAuth(authOptions);
  const context = await auth.$context;
  // better-auth would keep a transaction open while it hashes a password. In SQLite, all that others write to this file
  // meanwhile would be in it, and be undone with a sign-up that fails. In PostgreSQL, its hooks, which use connections of
  // their own, would not see the new session, and could wait for a connection for ever.
  context.adapter.transaction = (run) => run(context.adapter);

  const sessionCookieName = context.authCookies.sessionToken.name;

  /** The headers for better-auth, with the caller's address, which it keeps with a session, and browser. */
  function toProviderHeaders(given: Headers, address?: string): Headers {
    const headers = new Headers(given);
    headers.delete(ADDRESS_HEADER);
    headers.set(BROWSER_HEADER, browserCookie.read(given));
    if (address !== undefined) headers.set(ADDRESS_HEADER, address);
    signWithNewest(headers, sessionCookieName, options.secret);
    return headers;
  }

  const toEnd = (row: SessionTimes & StaffCandidate) => toSessionEnd(row, toRole(staffRule, row));

  async function noteUse(sessionId: string, { usedAt }: SessionTimes): Promise<void> {
    const now = clock.now();
    if (now - usedAt < USE_NOTED_EVERY_MS) return;
    try {
      await tables.noteUse(sessionId, now);
    } catch (err) {
      // On a full disk the session must still work.
      log.warn({ part: 'accounts', err }, 'the use of a session was not noted');
    }
  }

  const readSession = async (headers: Headers, disableRefresh: boolean) => {
    const { response, headers: responseHeaders } = await options.storage.call(() =>
      auth.api.getSession({
        headers: toProviderHeaders(headers),
        query: { disableRefresh },
        returnHeaders: true,
      }),
    );
    const row = response ? await tables.session(response.session.id) : undefined;
    if (!response || !row) return { session: undefined, cookies: responseHeaders.getSetCookie() };
    const sessionId = response.session.id;
    if (toEnd(row) <= clock.now()) {
      await tables.endSession(row.accountId, sessionId);
      return { session: undefined, cookies: [] };
    }
    await noteUse(sessionId, row);
    const session = toSession({
      sessionId,
      user: response.user,
      row,
      endsAt: toEnd({ ...row, usedAt: Math.max(row.usedAt, clock.now()) }),
      confirmedUntil: toConfirmedUntil(row.confirmedAt, clock.now()),
    });
    return { session, cookies: responseHeaders.getSetCookie() };
  };
  const sessionOf = async (headers: Headers) => (await readSession(headers, true)).session;

  async function handler(request: Request, address?: string): Promise<Response> {
    const headers = toProviderHeaders(request.headers, address);
    const earlier = await sessionOf(request.headers);
    const path = new URL(request.url).pathname.slice(AUTH_PATH.length);
    const call = () => options.storage.call(() => auth.handler(new Request(request.clone(), { headers })));
    let response = await call();
    let failure = await readFailure(response);
    if (failure?.code === 'FAILED_TO_CREATE_USER') {
      // Another sign-up with this address was faster.
      response = await call();
      failure = await readFailure(response);
    }
    if (failure) throw toIdentityError(failure, path);
    const isSignIn = response.headers
      .getSetCookie()
      .some((cookie) => cookie.startsWith(`${sessionCookieName}=`));
    // The new session replaces the one that this browser had.
    if (earlier && isSignIn) await tables.endSession(earlier.accountId, earlier.sessionId);
    if (path.endsWith('/email'))
      response.headers.append('Set-Cookie', browserCookie.write(headers.get(BROWSER_HEADER) ?? ''));
    return response;
  }

  interface LinkCaller {
    readonly headers: Headers;
    readonly address: string | undefined;
  }

  /** Uses a link; the account then knows the browser that did. */
  async function spendLink(purpose: LinkPurpose, request: LinkRequest, { headers, address }: LinkCaller) {
    const link = await links.read(purpose, request.token);
    if (await tables.isDisabled(link.accountId)) throw isDisabled();
    const browser = browserCookie.read(headers);
    const { accountId, email } = await links.use(purpose, request, browser);
    const network = address === undefined ? undefined : toNetwork(address);
    await signInLimits.remember({ email, browser, network });
    return { accountId, email, cookie: browserCookie.write(browser) };
  }

  /** Tells the account's owner. A mail that can't be stored does not undo the change. */
  async function noteChange(
    what: 'password-changed' | 'address-changed',
    accountId: string,
    toMail: (at: number) => MailContent & { readonly to: string },
  ): Promise<void> {
    const at = clock.now();
    try {
      await options.mails.queue({ key: `${what}:${accountId}:${at}`, ...toMail(at) });
    } catch (err) {
      options.log.error({ part: 'accounts', err }, `mail ${what} not queued`);
    }
  }
  const notePasswordChange = (accountId: string, to: string) =>
    noteChange('password-changed', accountId, (at) => ({ template: 'password-changed', to, facts: { at } }));

  /** Begins a session of an account that was identified otherwise than by its password. @returns its cookies */
  async function begin(body: NewSession, headers: Headers, address: string | undefined) {
    const response = await options.storage.call(() =>
      auth.api.beginSession({
        body,
        headers: toProviderHeaders(headers, address),
        returnHeaders: true,
      }),
    );
    return response.headers.getSetCookie();
  }

  /** Begins a session of an account that has given a second factor. */
  async function enter(given: NewSession, headers: Headers, address: string | undefined) {
    const { accountId } = given;
    const session = await sessionOf(headers);
    const cookies = await begin({ ...given, secondFactorAt: clock.now() }, headers, address);
    if (session) await tables.endSession(session.accountId, session.sessionId);
    const { email = '' } = (await context.internalAdapter.findUserById(accountId)) ?? {};
    const browser = browserCookie.read(headers);
    await signInLimits.remember({
      email,
      browser,
      network: address === undefined ? undefined : toNetwork(address),
    });
    return { email, cookies: [...cookies, passkeys.endCookie, browserCookie.write(browser)] };
  }

  return {
    sessionCookieName,
    attempts: tables,
    handler,
    google: options.google && createGoogleSignIn({ handler, sessionOf }, options),
    countMail,
    async sendLink(purpose, email) {
      const address = email.trim().toLowerCase();
      const accountId = await tables.accountIdOf(address);
      const verifiedAt = await tables.verifiedAt(accountId ?? '');
      const isMeant = purpose === 'reset' || verifiedAt === null;
      if (accountId !== undefined && isMeant) await links.send({ purpose, accountId, email: address });
      else await links.sendToNobody();
    },
    async readLink(purpose, token, headers) {
      const link = await links.read(purpose, token);
      return { email: link.email, needsPassword: !isSignUpBrowser(link, browserCookie.read(headers)) };
    },
    async verifyAddress(request, headers, address) {
      const session = await sessionOf(headers);
      const { accountId, email, cookie } = await spendLink('verify', request, { headers, address });
      if (session) await tables.endSession(session.accountId, session.sessionId);
      return { email, cookies: [...(await begin({ accountId }, headers, address)), cookie] };
    },
    async waitingAddress(headers) {
      const accountId = await secondFactors.waitingAccount(headers);
      return (accountId && (await context.internalAdapter.findUserById(accountId))?.email) || undefined;
    },
    async neededFactor(headers) {
      const accountId = await secondFactors.waitingAccount(headers);
      if (accountId === undefined) return undefined;
      const hasPasskey = (await tables.passkeysOf(accountId)).length > 0;
      return { hasCodeApp: await tables.hasCodeApp(accountId), hasPasskey };
    },
    async answerChallenge(proof, headers, address) {
      const given =
        'code' in proof
          ? proof
          : { accountId: await passkeys.check('second-factor', headers, proof.passkey) };
      const { accountId, verifiedAt } = await secondFactors.answer(headers, given);
      const found = { accountId, emailVerifiedAt: verifiedAt };
      const { email, cookies } = await enter(found, headers, address);
      return { email, cookies: [...cookies, secondFactors.endCookie] };
    },
    async askPasskey(purpose, headers, address) {
      const network = address === undefined ? undefined : toNetwork(address);
      if (purpose === 'sign-in') return passkeys.ask(purpose, undefined, network);
      if (purpose === 'second-factor')
        return passkeys.ask(purpose, await secondFactors.challenged(headers), network);
      const session = await sessionOf(headers);
      if (!session) throw new AppError('unauthenticated', 'Sign in first.');
      return passkeys.ask(purpose, session.accountId, network);
    },
    async signInWithPasskey(answer, headers, address) {
      const accountId = await passkeys.check('sign-in', headers, answer);
      return enter({ accountId }, headers, address);
    },
    passkeys,
    secondFactor: secondFactors,
    async resetPassword(request, headers, address) {
      const { accountId, email, cookie } = await spendLink('reset', request, { headers, address });
      await notePasswordChange(accountId, email);
      return { email, cookies: [cookie] };
    },
    async changePassword(session, request) {
      await changePassword({ tables, clock, limiter, limits, hasher }, session, request);
      await notePasswordChange(session.accountId, session.email);
    },
    async sendAddressLink(accountId, email) {
      const isFree = (await tables.accountIdOf(email)) === undefined;
      if (isFree) await links.send({ purpose: 'address', accountId, email });
      else await links.sendToNobody();
    },
    async changeAddress(accountId, token) {
      const { link, earlier } = await links.moveAddress(accountId, token);
      await noteChange('address-changed', accountId, (at) => ({
        template: 'address-changed',
        to: earlier,
        facts: { email: link.email, at },
      }));
    },
    sendDeletionLink: ({ accountId, email }) => links.send({ purpose: 'delete-account', accountId, email }),
    sessionOf,
    currentSession: (headers) => readSession(headers, false),
    accountOf(sessionId) {
      const row = tables.watchedSession(sessionId);
      return row && toEnd(row) > clock.now() ? row : undefined;
    },
    sessionsOf: async (account) =>
      (await tables.sessionsOf(account.accountId))
        .filter((one) => toEnd({ ...one, ...account }) > clock.now())
        .map(({ id, beganAt, usedAt, userAgent }) => ({
          id,
          beganAt,
          usedAt,
          ...describeBrowser(userAgent),
        })),
    async endSession(accountId, sessionId) {
      if (await tables.endSession(accountId, sessionId)) return;
      throw new AppError('not-found', 'This session has ended already.');
    },
    endOtherSessions: (accountId, except) => tables.endSessions({ accountId, except }),
    async confirm({ accountId, sessionId }, proof, headers) {
      if ('code' in proof) await secondFactors.check(accountId, proof.code);
      else if ('passkey' in proof) {
        const proven = await passkeys.check('confirmation', headers, proof.passkey);
        if (proven !== accountId)
          throw new AppError('permission-denied', 'This passkey is of another account.');
      } else {
        const given = { accountId, password: proof.password, path: 'password' };
        await assertCurrentPassword({ tables, limiter, limits, hasher }, given);
      }
      const now = clock.now();
      await tables.noteConfirmation(sessionId, now);
      return toConfirmedUntil(now, now) ?? now;
    },
    isVerified: tables.isVerified,
    signInMethodsOf: tables.signInMethodsOf,
    unlinkGoogle: createUnlinkGoogle({ ...options, tables, clock }),
    ensureDemoStaff: (email, password) =>
      options.storage.inTurn(() =>
        ensureDemoStaff({ internalAdapter: context.internalAdapter, hasher, clock }, { email, password }),
      ),
  };
}

interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly image?: string | null | undefined;
}

function toSession({
  user,
  row,
  ...session
}: Pick<AccountSession, 'sessionId' | 'endsAt' | 'confirmedUntil'> & {
  readonly user: User;
  readonly row: SessionRow;
}): AccountSession {
  const { id: accountId, email, name, image = null } = user;
  const { emailVerified, isTrusted, hasSecondFactor } = row;
  return { ...session, accountId, email, name, emailVerified, isTrusted, hasSecondFactor, photo: image };
}
