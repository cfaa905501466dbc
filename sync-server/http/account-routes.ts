import type { Context } from 'hono';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import type { Session } from '#shared/api/messages.ts';
import type { Accounts, AccountSession } from '#server/accounts/accounts.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { isStaffAccount, type StaffRule } from '#server/accounts/staff-rule.ts';
import type { ApiRouter } from './api-router.ts';
import type { AppEnv } from './app-env.ts';
import type { AddressReader } from './client-address.ts';
import type { Csrf } from './csrf.ts';
import { readText } from './read-body.ts';

export interface AccountParts {
  readonly accounts: Accounts;
  readonly csrf: Csrf;
  readonly staffRule: StaffRule;
  readonly addressOf: AddressReader;
}

/** The identity provider's calls that the app uses; all others get 404. */
const OPEN_PATHS: ReadonlySet<string> = new Set([
  'POST /sign-up/email',
  'POST /sign-in/email',
  'POST /sign-out',
  'POST /send-verification-email',
  'GET /verify-email',
]);

const MAX_BYTES = 8 * 1024;

/** Sign-up, sign-in, sign-out, verification and the current session. These handlers read the cookies themselves. */
export function accountRoutes(api: ApiRouter, parts: AccountParts): void {
  const { accounts, csrf, staffRule, addressOf } = parts;
  api.on(ENDPOINTS.session, async (_call, c) => {
    const { session, cookies } = await accounts.currentSession(c.req.raw.headers);
    for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
    csrf.issue(c);
    return toSessionResponse(session, staffRule);
  });
  api.onRaw(ENDPOINTS.auth, async (c) => {
    csrf.assertOwn(c);
    const path = c.req.path.slice(c.req.path.indexOf('/auth/') + '/auth'.length);
    if (!OPEN_PATHS.has(`${c.req.method} ${path}`)) {
      throw new AppError('not-found', 'There is nothing at this address.');
    }
    const response = await accounts.handler(await toPlainRequest(c), addressOf(c));
    for (const cookie of response.headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true });
    const signedIn = readSetCookie(response, accounts.sessionCookieName);
    if (signedIn !== undefined) csrf.issue(c, signedIn);
    const location = response.headers.get('location');
    if (location !== null) return c.redirect(location);
    // The provider's body has the session token, which no script may read; `GET /session` has the rest.
    return c.json({});
  });
}

function toSessionResponse(session: AccountSession | undefined, staffRule: StaffRule): Session {
  if (!session) return { account: null, isStaff: false };
  const { accountId: id, email, name, emailVerified, photo } = session;
  const expiresAt = session.expiresAt.toISOString();
  return {
    account: { id, email, name, emailVerified, photo, expiresAt },
    isStaff: isStaffAccount(staffRule, session),
  };
}

/** Copies the request with its body read up to the limit. Drops the content type of an empty body (sign-out). */
async function toPlainRequest(c: Context<AppEnv>): Promise<Request> {
  const { method, url } = c.req.raw;
  const headers = new Headers(c.req.raw.headers);
  const body = method === 'GET' ? '' : await readText(c, MAX_BYTES);
  if (body === '') headers.delete('content-type');
  return new Request(url, { method, headers, ...(body === '' ? {} : { body }) });
}

function readSetCookie(response: Response, name: string): string | undefined {
  const cookie = response.headers.getSetCookie().find((value) => value.startsWith(`${name}=`));
  return cookie?.slice(name.length + 1).split(';', 1)[0];
}
