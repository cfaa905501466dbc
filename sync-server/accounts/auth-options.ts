import type { BetterAuthOptions } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import type { Database } from 'better-sqlite3';
import { API_PREFIX } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Log } from '#server/log.ts';
import type { Mailer, Mail } from '#server/mail/mailer.ts';
import type { AccountLimits, AttemptLimiter } from './attempt-limits.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, type PasswordHasher } from './password-hash.ts';
import { toCookiePrefix } from './session-cookie.ts';

export const AUTH_PATH = `${API_PREFIX}/auth`;

/** Carries the caller's address to better-auth. The server sets it and drops any value sent by the caller. */
export const ADDRESS_HEADER = 'x-nankeen-address';

export interface AuthOptionsInput {
  readonly database: Database;
  readonly secret: string;
  readonly publicUrl: string;
  readonly allowedOrigins: readonly string[];
  readonly mailer: Mailer;
  readonly log: Log;
  readonly limiter: AttemptLimiter;
  readonly limits: AccountLimits;
  readonly hasher: PasswordHasher;
}

const ALL_KEY = 'sign-in of all';
const DAY_SECONDS = 24 * 3600;

/** Options of better-auth. */
export function toAuthOptions(input: AuthOptionsInput): BetterAuthOptions {
  const { limiter, limits, log } = input;
  return {
    appName: 'Nankeen',
    baseURL: input.publicUrl,
    basePath: AUTH_PATH,
    secret: input.secret,
    database: input.database,
    trustedOrigins: [...input.allowedOrigins],
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: input.hasher,
    },
    emailVerification: {
      sendOnSignUp: true,
      sendVerificationEmail: ({ user, url }) => sendVerification(input, user.email, url),
    },
    session: { expiresIn: 30 * DAY_SECONDS, updateAge: DAY_SECONDS },
    rateLimit: {
      enabled: true,
      window: 10,
      max: 100,
      customRules: {
        '/sign-in/email': { window: limits.signIn.windowSeconds, max: limits.signIn.max },
        '/sign-up/email': { window: limits.signUp.windowSeconds, max: limits.signUp.max },
        '/send-verification-email': { window: limits.signUp.windowSeconds, max: limits.signUp.max },
      },
      customStorage: {
        consume: async (key, { max, window }) => {
          const retryAfter = limiter.attempt(`address:${key}`, { max, windowSeconds: window });
          return { allowed: retryAfter === undefined, retryAfter: retryAfter ?? null };
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async ({ path, body }) => {
        if (path !== '/sign-in/email') return;
        const retryAfter =
          limiter.attempt(toAccountKey(body), limits.signInOfAccount) ??
          limiter.attempt(ALL_KEY, limits.signInOfAll);
        if (retryAfter !== undefined) throw tooManyAttempts(retryAfter);
      }),
      after: createAuthMiddleware(async ({ path, body, context }) => {
        if (path === '/sign-in/email' && context.newSession) limiter.clear(toAccountKey(body));
      }),
    },
    advanced: {
      cookiePrefix: toCookiePrefix(input.publicUrl),
      // Would put `__Secure-` in front of the prefix.
      useSecureCookies: false,
      defaultCookieAttributes: {
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        secure: input.publicUrl.startsWith('https:'),
      },
      // Explicit, because better-auth skips these checks when it detects a test runner.
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    // Other failures, such as a full disk or a bug, get the server's own error response.
    onAPIError: { throw: true },
    logger: { level: 'warn', log: (level, message) => log[level]({ part: 'accounts' }, message) },
    telemetry: { enabled: false },
  };
}

/** Never throws: a failed mail does not undo the sign-up, and the user can request another. */
async function sendVerification(input: AuthOptionsInput, email: string, url: string): Promise<void> {
  const { limiter, limits, log, mailer } = input;
  if (limiter.attempt(`mail:${email}`, limits.mailsToAddress) !== undefined) {
    log.warn({ part: 'accounts' }, 'verification mail not sent: too many mails to this address');
    return;
  }
  try {
    await mailer.send(toVerificationMail(email, url));
  } catch (err) {
    log.error({ part: 'accounts', err }, 'verification mail not sent');
  }
}

function toAccountKey(body: unknown): string {
  const email = (body as { email?: unknown } | undefined)?.email;
  return `account:${typeof email === 'string' ? email.trim().toLowerCase().slice(0, 320) : ''}`;
}

function tooManyAttempts(retryAfter: number): AppError {
  return new AppError('resource-exhausted', 'Too many attempts. Wait a moment, then try again.', {
    retryAfter,
    reason: 'too-many-requests',
  });
}

/** Mail with the link that verifies an address. `url` opens in the shop. */
function toVerificationMail(email: string, url: string): Mail {
  return {
    to: email,
    subject: 'Confirm your e-mail address',
    text: [
      'Welcome to Nankeen.',
      '',
      'Open this link to confirm that this address is yours:',
      url,
      '',
      'It works for one hour. If you did not create an account, ignore this message and nothing happens.',
      '',
      'Nankeen, Australian drones',
    ].join('\n'),
  };
}
