import { createHmac, randomBytes } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { setCookie } from 'hono/cookie';
import { CSRF_HEADER, toCsrfCookieName } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { isSameSecret, toSecrets, type SigningSecret } from '#server/devices/device-tokens.ts';
import type { AppEnv } from './app-env.ts';

export interface CsrfOptions {
  /** Two during a rotation: the first signs, both verify. */
  readonly secret: SigningSecret;
  /** The session cookie; the token is bound to its value. */
  readonly sessionCookieName: string;
  readonly allowedOrigins: readonly string[];
  readonly isHttps: boolean;
}

/** Signed double-submit cookie: our pages copy it into a header; a foreign page cannot read it. */
export interface Csrf {
  /** Sets the cookie unless the caller already has a valid one for the session. */
  issue(c: Context<AppEnv>, sessionCookie?: string): void;
  /** Rejects cookie-authenticated write requests that do not prove that one of our pages sent them. */
  assertOwn(c: Context<AppEnv>): void;
  /** Rejects a request that a page of another site may have sent. For calls without a session that begin one. */
  assertSameOrigin(c: Context<AppEnv>): void;
  /** `assertOwn` as middleware. */
  readonly protect: MiddlewareHandler<AppEnv>;
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export function createCsrf(options: CsrfOptions): Csrf {
  const csrfCookieName = toCsrfCookieName(options.isHttps);
  const secrets = toSecrets(options.secret);
  const sign = (random: string, session: string, [secret = '']: readonly string[] = secrets) =>
    createHmac('sha256', secret).update(`csrf|${random}|${session}`).digest('base64url');
  const isTokenOf = (token: string, session: string) => {
    const [random = '', signature = '', ...rest] = token.split('.');
    const isSigned = secrets.some((secret) => isSameSecret(signature, sign(random, session, [secret])));
    return random !== '' && rest.length === 0 && isSigned;
  };
  const sessionOf = (c: Context) => readCookies(c, options.sessionCookieName)[0];

  function assertOwn(c: Context<AppEnv>): void {
    const session = sessionOf(c);
    // A foreign page cannot send a bearer header, so cookies do not matter here.
    const isBearer = /^Bearer \S/.test(c.req.header('authorization') ?? '');
    if (session === undefined || isBearer || SAFE_METHODS.has(c.req.method)) return;
    assertSameOrigin(c);
    const token = c.req.header(CSRF_HEADER);
    const isCopied =
      token !== undefined && readCookies(c, csrfCookieName).some((value) => isSameSecret(value, token));
    if (!isCopied || !isTokenOf(token, session))
      throw refused('its anti-forgery token is missing or out of date');
  }

  function assertSameOrigin(c: Context<AppEnv>): void {
    if (!isSameOrigin(c, options.allowedOrigins)) throw refused('it did not come from a page of this shop');
  }

  return {
    assertSameOrigin,
    issue(c, sessionCookie = sessionOf(c) ?? '') {
      if (readCookies(c, csrfCookieName).some((token) => isTokenOf(token, sessionCookie))) return;
      const random = randomBytes(18).toString('base64url');
      const cookie = { path: '/', sameSite: 'Lax', secure: options.isHttps } as const;
      setCookie(c, csrfCookieName, `${random}.${sign(random, sessionCookie)}`, cookie);
    },
    assertOwn,
    protect: async (c, next) => {
      assertOwn(c);
      await next();
    },
  };
}

/** Browsers send both headers with every write request. One is enough, but neither may name a foreign origin. */
function isSameOrigin(c: Context, allowedOrigins: readonly string[]): boolean {
  const site = c.req.header('sec-fetch-site');
  const origin = c.req.header('origin');
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin !== undefined && !allowedOrigins.includes(origin)) return false;
  return site !== undefined || origin !== undefined;
}

/** All values of a cookie, not decoded. A cookie planted for a parent domain shows up as a second value. */
function readCookies(c: Context, name: string): readonly string[] {
  return (c.req.header('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

function refused(why: string): AppError {
  return new AppError(
    'permission-denied',
    `This request was rejected, because ${why}. Reload the page and try again.`,
    {
      reason: 'CSRF',
    },
  );
}
