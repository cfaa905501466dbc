import type { BetterAuthOptions } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { API_PREFIX } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { toNetwork } from '#server/http/token-buckets.ts';
import type { Log } from '#server/log.ts';
import type { AccountTables } from './account-tables.ts';
import {
  tooManyAttempts,
  type AccountLimits,
  type AttemptLimiter,
  type MailPurpose,
} from './attempt-limits.ts';
import type { ChallengeRow } from './factor-table.ts';
import { GOOGLE_ACCOUNTS, googleHooks } from './google-accounts.ts';
import type { PasswordHasher } from './password-hash.ts';
import { assertGoodPassword, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password-rules.ts';
import { invalidCredential, isDisabled } from './identity-errors.ts';
import { MAX_SESSIONS } from './session-limits.ts';
import type { Mails } from '#server/mail/mails.ts';
import { toCookiePrefix } from './session-cookie.ts';
import type { SecondFactors } from './second-factors.ts';
import type { SignInCaller, SignInLimits } from './sign-in-limits.ts';
import type { MailedLinks } from './mailed-links.ts';

export const AUTH_PATH = `${API_PREFIX}/auth`;

/** Carries the caller's address to better-auth. The server sets it and drops any value sent by the caller. */
export const ADDRESS_HEADER = 'x-nankeen-address';

/** Carries the secret of the caller's browser in the same way. */
export const BROWSER_HEADER = 'x-nankeen-browser';

export interface AuthOptionsInput {
  readonly database: object;
  readonly secret: string;
  readonly publicUrl: string;
  readonly allowedOrigins: readonly string[];
  readonly log: Log;
  readonly clock: Clock;
  readonly limiter: AttemptLimiter;
  readonly limits: AccountLimits;
  readonly hasher: PasswordHasher;
  readonly tables: Pick<
    AccountTables,
    | 'verifiedAt'
    | 'accountIdOf'
    | 'passwordHash'
    | 'isDisabled'
    | 'hasFactor'
    | 'passkeysOf'
    | 'signInMethodsOf'
    | 'admitSession'
  >;
  readonly secondFactors: Pick<SecondFactors, 'demand'>;
  readonly links: Pick<MailedLinks, 'send' | 'putForNobody'>;
  readonly signInLimits: SignInLimits;
  readonly mails: Pick<Mails, 'queue'>;
  readonly countMail: (email: string, purpose: MailPurpose) => Promise<void>;
  /** In production nobody learns at sign-up whether an address has an account. */
  readonly production: boolean;
}

/** Calls that begin a session after a proof of identity: a password that was checked or set, or Google's answer. */
const PROVING: ReadonlySet<string> = new Set(['/sign-in/email', '/sign-up/email', '/callback/:id']);

const DAY_SECONDS = 24 * 3600;

/**
 * When an account's address was last verified or its password changed since, in epoch milliseconds. A session has a
 * copy from its beginning; only while the two are the same it began after the verification.
 */
const VERIFIED_AT = { type: 'number', bigint: true, required: false, input: false } as const;

/** The part of `VERIFIED_AT` in a user that the library has read. */
interface StoredUser {
  readonly emailVerifiedAt: number | null;
}

/** Epoch milliseconds on our own clock. */
const TIME = VERIFIED_AT;

/** Options of better-auth. */
export function toAuthOptions(input: AuthOptionsInput): BetterAuthOptions {
  /** Accounts of sign-ins by their headers, as they were before the password was checked: it may be replaced meanwhile. */
  const accountsFound = new WeakMap<Headers, Pick<ChallengeRow, 'verifiedAt'>>();
  const { limiter, limits, links, log, mails, tables, clock, production, signInLimits, secondFactors } =
    input;
  return {
    appName: 'Nankeen',
    baseURL: input.publicUrl,
    basePath: AUTH_PATH,
    secret: input.secret,
    database: input.database,
    trustedOrigins: [...input.allowedOrigins],
    emailAndPassword: {
      enabled: true,
      autoSignIn: !production,
      requireEmailVerification: production,
      onExistingUserSignUp: async ({ user }) => {
        const { id: accountId, email } = user;
        // Read with the address; another query would tell that there is an account.
        if ((user as Partial<StoredUser>).emailVerifiedAt == null) {
          // Its password is of who signed up first, so this browser has to choose one.
          await links.send({ purpose: 'verify', accountId, email, browser: null });
        } else {
          await links.putForNobody();
          await mails.queue({
            key: `account-exists:${createId()}`,
            template: 'account-exists',
            to: email,
            facts: {},
          });
        }
        // As many commits as a new account takes, so that times don't tell.
        for (const _row of ['user', 'account']) await links.putForNobody();
      },
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: input.hasher,
    },
    emailVerification: {
      sendOnSignUp: true,
      sendVerificationEmail: async ({ user: { id: accountId, email } }, request) => {
        const browser = request?.headers.get(BROWSER_HEADER) ?? null;
        await links.send({ purpose: 'verify', accountId, email, browser });
      },
    },
    user: { additionalFields: { emailVerifiedAt: VERIFIED_AT } },
    account: GOOGLE_ACCOUNTS,
    session: {
      expiresIn: 30 * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      additionalFields: {
        emailVerifiedAt: VERIFIED_AT,
        beganAt: TIME,
        usedAt: TIME,
        confirmedAt: TIME,
        secondFactorAt: TIME,
      },
    },
    databaseHooks: {
      ...googleHooks(input),
      user: {
        create: {
          before: async (user) => {
            const now = clock.now();
            // Google has verified the address of its account.
            const emailVerifiedAt = user.emailVerified ? (user['emailVerifiedAt'] ?? now) : null;
            return { data: { ...user, createdAt: new Date(now), emailVerifiedAt } };
          },
        },
      },
      session: {
        create: {
          before: async (session, context) => {
            const { userId } = session;
            // Only after the right password or link: strangers don't learn of it.
            if (await tables.isDisabled(userId)) throw isDisabled();
            const path = context?.path ?? '';
            const hasSecondFactor = typeof session['secondFactorAt'] === 'number';
            const found = context?.headers && accountsFound.get(context.headers);
            const verifiedAt = found ? found.verifiedAt : await tables.verifiedAt(userId);
            if (!hasSecondFactor && (await tables.hasFactor(userId))) {
              // The password was right.
              if (path === '/sign-in/email')
                await signInLimits.clear(toCaller(context?.body, context?.headers));
              throw await secondFactors.demand({ accountId: userId, verifiedAt });
            }
            const now = clock.now();
            const confirmedAt = hasSecondFactor || PROVING.has(path) ? now : null;
            const { emailVerifiedAt = verifiedAt } = session;
            return { data: { ...session, emailVerifiedAt, beganAt: now, usedAt: now, confirmedAt } };
          },
          after: async ({ id, userId, emailVerifiedAt }) => {
            const admission = await tables.admitSession(id, MAX_SESSIONS);
            if (admission === 'disabled') throw isDisabled();
            const verifiedAt = typeof emailVerifiedAt === 'number' ? emailVerifiedAt : null;
            if (admission === 'second-factor')
              throw await secondFactors.demand({ accountId: userId, verifiedAt });
            if (admission === 'changed') throw invalidCredential();
          },
        },
      },
    },
    rateLimit: {
      enabled: true,
      window: 10,
      max: 100,
      customRules: {
        // See `SignInLimits`.
        '/sign-in/email': false,
        '/sign-in/social': { window: limits.signIn.windowSeconds, max: limits.signIn.max },
        '/sign-up/email': { window: limits.signUp.windowSeconds, max: limits.signUp.max },
      },
      customStorage: {
        consume: async (key, { max, window }) => {
          const retryAfter = await limiter.attempt(`address:${key}`, { max, windowSeconds: window });
          return { allowed: retryAfter === undefined, retryAfter: retryAfter ?? null };
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async ({ path, body, query, headers }) => {
        assertStorable({ ...body, ...query });
        if (path === '/sign-up/email') {
          await assertSignUp(body, async (email) => {
            const retryAfter = await limiter.attempt('sign-up of all', limits.signUpOfAll);
            if (retryAfter !== undefined) throw tooManyAttempts(retryAfter);
            await input.countMail(email, 'sign-up');
          });
        }
        if (path === '/sign-in/email') {
          const caller = toCaller(body, headers);
          await signInLimits.take(caller);
          // The library reads the passwords of an account only if there is one.
          const accountId = await tables.accountIdOf(caller.email.toLowerCase());
          if (accountId === undefined) await tables.passwordHash('');
          const verifiedAt = await tables.verifiedAt(accountId ?? '');
          if (headers) accountsFound.set(headers, { verifiedAt });
        }
      }),
      after: createAuthMiddleware(async ({ path, body, headers, context }) => {
        if (!context.newSession || path !== '/sign-in/email') return;
        const caller = toCaller(body, headers);
        await signInLimits.clear(caller);
        await signInLimits.remember(caller);
      }),
    },
    advanced: {
      // The tables were created or migrated before.
      database: { validateSchema: false },
      cookiePrefix: toCookiePrefix(input.publicUrl),
      // As long as the server keeps what the cookie belongs to; better-auth's five minutes are short for a second factor.
      cookies: { state: { attributes: { maxAge: 600 } } },
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

/** @throws AppError `invalid-argument` for text that PostgreSQL can't store */
function assertStorable(fields: Readonly<Record<string, unknown>>): void {
  const path = Object.keys(fields).find((name) => `${name}${String(fields[name])}`.includes('\0'));
  if (path !== undefined)
    throw new AppError('invalid-argument', 'The character U+0000 is not allowed.', { path });
}

/** Longest address that mail servers accept, RFC 5321. Documents carry their author's address, with room for more. */
const MAX_ADDRESS_LENGTH = 254;

/** Empty and missing fields are left to the provider. */
async function assertSignUp(body: unknown, countMail: (email: string) => Promise<void>): Promise<void> {
  const { email, password } = (body ?? {}) as { readonly email?: unknown; readonly password?: unknown };
  if (typeof email !== 'string' || email === '') return;
  if (email.length > MAX_ADDRESS_LENGTH) {
    const message = `An email address has at most ${MAX_ADDRESS_LENGTH} characters.`;
    throw new AppError('invalid-argument', message, { reason: 'invalid-email', path: 'email' });
  }
  if (typeof password !== 'string' || password === '') return;
  await assertGoodPassword(password, email);
  await countMail(email);
}

function toCaller(body: unknown, headers: Headers | undefined): SignInCaller {
  const email = (body as { readonly email?: unknown } | undefined)?.email;
  const address = headers?.get(ADDRESS_HEADER) ?? undefined;
  return {
    email: typeof email === 'string' ? email : '',
    browser: headers?.get(BROWSER_HEADER) ?? '',
    network: address === undefined ? undefined : toNetwork(address),
  };
}
