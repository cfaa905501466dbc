import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { GOOGLE_END_PAGE } from '#shared/api/google-end-page.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Accounts, GoogleSignIn } from '#server/accounts/accounts.ts';
import type { ApiRouter } from './api-router.ts';
import type { AddressReader } from './client-address.ts';
import type { Csrf } from './csrf.ts';
import type { SecurityLog } from './security-log.ts';
import { createSetSessionCookies } from './session-cookies.ts';

export interface GoogleParts {
  readonly accounts: Accounts;
  readonly csrf: Csrf;
  readonly addressOf: AddressReader;
  readonly securityLog: SecurityLog;
}

/** Sign-in with Google. Without its settings there is nothing at these addresses. */
export function googleRoutes(api: ApiRouter, parts: GoogleParts): void {
  const { accounts, csrf, addressOf, securityLog } = parts;
  const setCookies = createSetSessionCookies(accounts.sessionCookieName, csrf);

  function google(): GoogleSignIn {
    if (!accounts.google) throw new AppError('not-found', 'There is nothing at this address.');
    return accounts.google;
  }

  api.on(
    ENDPOINTS.beginGoogle,
    async (_call, c) => {
      const { url, cookies } = await google().begin(c.req.raw.headers, addressOf(c));
      setCookies(c, cookies);
      return { url };
    },
    (c) => {
      csrf.assertOwn(c);
      google();
      csrf.assertSameOrigin(c);
    },
  );
  api.onRaw(ENDPOINTS.endGoogle, async (c) => {
    // Hono answers HEAD like GET.
    if (c.req.method !== 'GET') throw new AppError('not-found', 'There is nothing at this address.');
    const { session, refusal, cookies } = await google().end(c.req.raw, addressOf(c));
    setCookies(c, cookies);
    if (session) {
      c.set('namedAccount', session.email);
      securityLog.note(c, 'signed in with Google');
    } else securityLog.warn(c, 'sign-in with Google refused', { reason: refusal });
    return c.redirect(refusal === undefined ? GOOGLE_END_PAGE : `${GOOGLE_END_PAGE}?reason=${refusal}`);
  });
}
