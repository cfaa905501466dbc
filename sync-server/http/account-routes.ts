import type { Context } from 'hono';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import type { Session } from '#shared/api/messages.ts';
import type { Accounts, AccountSession } from '#server/accounts/accounts.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { utcIso } from '#shared/kernel/clock.ts';
import { needsSecondFactor, toRole, type StaffRule } from '#server/accounts/staff-rule.ts';
import type { Log } from '#server/log.ts';
import type { ApiRouter } from './api-router.ts';
import type { AppEnv } from './app-env.ts';
import type { AddressReader } from './client-address.ts';
import type { Csrf } from './csrf.ts';
import { readText } from './read-body.ts';
import { createQuota, type QuotaParts, type QuotaRule } from './quota.ts';
import type { SecurityLog } from './security-log.ts';
import { createSetSessionCookies } from './session-cookies.ts';

export interface AccountParts extends QuotaParts {
  readonly accounts: Accounts;
  readonly csrf: Csrf;
  readonly staffRule: StaffRule;
  readonly addressOf: AddressReader;
  readonly log: Log;
  readonly securityLog: SecurityLog;
}

/**
 * The identity provider's calls that the app uses besides those of `google-routes.ts`, all `POST`, with what the log says
 * of them; all others get 404.
 */
const OPEN_PATHS: ReadonlyMap<string, string> = new Map([
  ['/sign-up/email', 'signed up'],
  ['/sign-in/email', 'signed in'],
  ['/sign-out', 'signed out'],
]);

const MAX_BYTES = 8 * 1024;

/** Sign-up, sign-in, sign-out, verification and the current session. These handlers read the cookies themselves. */
export function accountRoutes(api: ApiRouter, parts: AccountParts): void {
  const { accounts, csrf, staffRule, addressOf, log, securityLog } = parts;
  const mails = createQuota(parts, MAILS);
  const setCookies = createSetSessionCookies(accounts.sessionCookieName, csrf);

  function assertOwnPage(c: Context<AppEnv>): void {
    csrf.assertOwn(c);
    csrf.assertSameOrigin(c);
  }

  api.on(ENDPOINTS.session, async (_call, c) => {
    const { session, cookies } = await accounts.currentSession(c.req.raw.headers);
    setCookies(c, cookies);
    if (cookies.length === 0) csrf.issue(c);
    if (!session) return { account: null, isStaff: false };
    const methods = await accounts.signInMethodsOf(session.accountId);
    const googleSince = methods.find(({ kind }) => kind === 'google')?.addedAt;
    const { isOn: hasCodeApp } = await accounts.secondFactor.read(session.accountId);
    const hasPasskey = (await accounts.passkeys.list(session.accountId)).length > 0;
    return {
      ...toSessionResponse(session, staffRule),
      ...(googleSince ? { googleSince } : {}),
      hasPassword: methods.some(({ kind }) => kind === 'password'),
      ...(hasCodeApp ? { hasCodeApp } : {}),
      ...(hasPasskey ? { hasPasskey } : {}),
    };
  });
  api.onRaw(ENDPOINTS.auth, async (c) => {
    csrf.assertOwn(c);
    const path = c.req.path.slice(c.req.path.indexOf('/auth/') + '/auth'.length);
    const event = OPEN_PATHS.get(path);
    if (event === undefined || c.req.method !== 'POST') {
      throw new AppError('not-found', 'There is nothing at this address.');
    }
    const request = await toPlainRequest(c);
    c.set('namedAccount', (await readEmail(request)) ?? (await accounts.sessionOf(request.headers))?.email);
    const response = await accounts.handler(request, addressOf(c));
    setCookies(c, response.headers.getSetCookie());
    securityLog.note(c, event);
    // The provider's body has the session token, which no script may read; `GET /session` has the rest.
    return c.json({});
  });

  api.on(ENDPOINTS.readVerifyLink, ({ body: { token } }, c) =>
    accounts.readLink('verify', token, c.req.raw.headers),
  );
  api.on(ENDPOINTS.readResetLink, ({ body: { token } }, c) =>
    accounts.readLink('reset', token, c.req.raw.headers),
  );
  api.on(
    ENDPOINTS.verifyAddress,
    async ({ body }, c) => {
      const { email, cookies } = await accounts.verifyAddress(body, c.req.raw.headers, addressOf(c));
      c.set('namedAccount', email);
      setCookies(c, cookies);
      securityLog.note(c, 'address verified');
      return {};
    },
    assertOwnPage,
  );
  api.on(
    ENDPOINTS.resetPassword,
    async ({ body }, c) => {
      const { email, cookies } = await accounts.resetPassword(body, c.req.raw.headers, addressOf(c));
      c.set('namedAccount', email);
      setCookies(c, cookies);
      securityLog.note(c, 'password reset');
      return {};
    },
    assertOwnPage,
  );
  api.on(
    ENDPOINTS.changePassword,
    async ({ body }, c) => {
      const session = await accounts.sessionOf(c.req.raw.headers);
      if (!session) throw new AppError('unauthenticated', 'Sign in to change your password.');
      c.set('namedAccount', session.email);
      await accounts.changePassword(session, body);
      securityLog.note(c, 'password changed');
      return {};
    },
    (c) => csrf.assertOwn(c),
  );
  api.on(ENDPOINTS.readAddressLink, ({ body: { token } }, c) =>
    accounts.readLink('address', token, c.req.raw.headers),
  );
  api.on(ENDPOINTS.sendAddressLink, async ({ body: { email }, actor: { accountId = '', email: own } }, c) => {
    if (email === own) throw isOwnAddress();
    await mails.take(c);
    await accounts.countMail(email, 'link');
    // Not awaited, as below.
    void accounts
      .sendAddressLink(accountId, email)
      .catch((err: unknown) => log.error({ err }, 'no link was sent'));
    securityLog.note(c, 'new address asked for');
    return {};
  });
  api.on(ENDPOINTS.changeAddress, async ({ body: { token }, actor: { accountId = '' } }, c) => {
    await accounts.changeAddress(accountId, token);
    securityLog.note(c, 'address changed');
    return {};
  });
  for (const [endpoint, purpose] of [
    [ENDPOINTS.sendVerifyLink, 'verify'],
    [ENDPOINTS.sendResetLink, 'reset'],
  ] as const) {
    api.on(
      endpoint,
      async ({ body: { email } }, c) => {
        c.set('namedAccount', email.trim().toLowerCase());
        await accounts.countMail(email, 'link');
        // Not awaited: the time until the response must not tell whether there is such an account.
        void accounts
          .sendLink(purpose, email)
          .catch((err: unknown) => log.error({ err }, 'no link was sent'));
        securityLog.note(c, `${purpose} link asked for`);
        return {};
      },
      (c) => {
        csrf.assertOwn(c);
        return mails.take(c);
      },
    );
  }
}

const MAILS: QuotaRule = {
  name: 'mails',
  perNetwork: { capacity: 10, perMinute: 10 },
  inTotal: { capacity: 60, perMinute: 60 },
  message: (wait) => `Too many emails were asked for. Try again in ${wait}.`,
};

function isOwnAddress(): AppError {
  const message = 'This is the address of your account already. Nothing was changed.';
  return new AppError('failed-precondition', message, { reason: 'OWN_ADDRESS', path: 'email' });
}

function toSessionResponse(session: AccountSession, staffRule: StaffRule): Session {
  const { accountId: id, email, name, emailVerified, photo } = session;
  const expiresAt = utcIso(session.endsAt);
  const { confirmedUntil } = session;
  const role = toRole(staffRule, session);
  return {
    account: { id, email, name, emailVerified, photo, expiresAt },
    role,
    isStaff: role !== 'customer',
    ...(needsSecondFactor(staffRule, session) ? { needs: 'second-factor-enrolment' } : {}),
    ...(confirmedUntil === undefined ? {} : { isConfirmedUntil: utcIso(confirmedUntil) }),
  };
}

/** Copies the request with its body read up to the limit. Drops the content type of an empty body (sign-out). */
async function toPlainRequest(c: Context<AppEnv>): Promise<Request> {
  const { method, url } = c.req.raw;
  const headers = new Headers(c.req.raw.headers);
  const body = await readText(c, MAX_BYTES);
  if (body === '') headers.delete('content-type');
  return new Request(url, { method, headers, ...(body === '' ? {} : { body }) });
}

/** The address that a request names, valid or not, in lower case. */
async function readEmail(request: Request): Promise<string | undefined> {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => undefined);
  const email = (body as { readonly email?: unknown } | null | undefined)?.email;
  return typeof email === 'string' ? email.trim().toLowerCase() : undefined;
}
