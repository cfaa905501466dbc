import { Hono, type Context } from 'hono';
import type { Session } from '#shared/api/messages.ts';
import type { Accounts, AccountSession } from '#server/accounts/accounts.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { AppEnv } from './app-env.ts';
import type { Csrf } from './csrf.ts';
import { readText } from './read-body.ts';

export interface AccountRoutesOptions {
  readonly accounts: Accounts;
  readonly csrf: Csrf;
  readonly isStaff: (account: AccountSession) => boolean;
  /** Network address of the caller, as the connection shows it. */
  readonly addressOf: (c: Context<AppEnv>) => string | undefined;
}

/** What the app uses of the identity provider; everything else of it stays shut. */
const OPEN_PATHS: ReadonlySet<string> = new Set([
  'POST /sign-up/email',
  'POST /sign-in/email',
  'POST /sign-out',
  'POST /send-verification-email',
  'GET /verify-email',
  'GET /get-session',
]);

const MAX_BYTES = 8 * 1024;

/** Sign-up, sign-in, sign-out, verification, and who is signed in. They read their own cookies. */
export function accountRoutes(options: AccountRoutesOptions): Hono<AppEnv> {
  const { accounts, csrf, isStaff, addressOf } = options;
  return new Hono<AppEnv>()
    .get('/session', async (c) => {
      const { session, cookies } = await accounts.currentSession(c.req.raw.headers);
      for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
      csrf.issue(c);
      return c.json(toAnswer(session, isStaff));
    })
    .use('/auth/*', csrf.protect)
    .all('/auth/*', async (c) => {
      const path = c.req.path.slice(c.req.path.indexOf('/auth/') + '/auth'.length);
      if (!OPEN_PATHS.has(`${c.req.method} ${path}`)) {
        throw new AppError('not-found', 'There is nothing at this address.');
      }
      const response = await accounts.handler(await toPlainRequest(c), addressOf(c));
      for (const [name, value] of response.headers) {
        c.header(name, value, { append: name === 'set-cookie' });
      }
      const signedIn = readSetCookie(response, accounts.sessionCookieName);
      if (signedIn !== undefined) csrf.issue(c, signedIn);
      return c.body(await response.text(), response.status as 200);
    });
}

function toAnswer(session: AccountSession | undefined, isStaff: AccountRoutesOptions['isStaff']): Session {
  if (!session) return { account: null, isStaff: false };
  const { accountId: id, email, name, emailVerified, photo } = session;
  const expiresAt = session.expiresAt.toISOString();
  return { account: { id, email, name, emailVerified, photo, expiresAt }, isStaff: isStaff(session) };
}

/** The same request with its body read up to the limit; a call without one (signing out) carries no type either. */
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
