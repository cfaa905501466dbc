import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { systemClock, type Clock } from '#shared/kernel/clock.ts';
import type { Log } from '#server/log.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { AccountStorage } from '#server/storage.ts';
import type { Accounts, AccountSession } from './accounts.ts';
import { ACCOUNT_LIMITS, createAttemptLimiter, type AccountLimits } from './attempt-limits.ts';
import { ADDRESS_HEADER, AUTH_PATH, toAuthOptions } from './auth-options.ts';
import { toIdentityError } from './identity-errors.ts';
import { createPasswordHasher, type PasswordHasher } from './password-hash.ts';

export interface AccountsOptions {
  readonly storage: AccountStorage;
  readonly secret: string;
  readonly publicUrl: string;
  readonly allowedOrigins: readonly string[];
  readonly mailer: Mailer;
  readonly log: Log;
  readonly clock?: Clock;
  readonly limits?: AccountLimits;
  readonly hasher?: PasswordHasher;
}

/** Opens the accounts and migrates their tables. */
export async function createAccounts(options: AccountsOptions): Promise<Accounts> {
  const { database, tables } = options.storage;
  const hasher = options.hasher ?? createPasswordHasher();
  const clock = options.clock ?? systemClock;
  const authOptions = toAuthOptions({
    ...options,
    database,
    hasher,
    limits: options.limits ?? ACCOUNT_LIMITS,
    limiter: createAttemptLimiter(tables, clock),
  });
  const { runMigrations } = await getMigrations(authOptions);
  await runMigrations();
  const auth = betterAuth(authOptions);
  const context = await auth.$context;

  const readSession = async (headers: Headers, disableRefresh: boolean) => {
    const { response, headers: responseHeaders } = await auth.api.getSession({
      headers,
      query: { disableRefresh },
      returnHeaders: true,
    });
    const session = response ? toSession(response.session, response.user) : undefined;
    return { session, cookies: responseHeaders.getSetCookie() };
  };

  return {
    sessionCookieName: context.authCookies.sessionToken.name,
    attempts: tables,
    async handler(request, address) {
      const headers = new Headers(request.headers);
      headers.delete(ADDRESS_HEADER);
      if (address !== undefined) headers.set(ADDRESS_HEADER, address);
      const response = await auth.handler(new Request(request, { headers }));
      if (response.status < 400) return response;
      throw toIdentityError(
        await readFailure(response),
        new URL(request.url).pathname.slice(AUTH_PATH.length),
      );
    },
    sessionOf: async (headers) => (await readSession(headers, true)).session,
    currentSession: (headers) => readSession(headers, false),
    accountOf(sessionId) {
      const row = tables.session(sessionId);
      return row && row.expiresAt > clock.now() ? row : undefined;
    },
    isVerified: tables.isVerified,
    async ensureDemoStaff(email, password) {
      const { internalAdapter } = context;
      const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
      const account = found?.accounts.find(({ providerId }) => providerId === 'credential');
      if (account?.password && (await hasher.verify({ hash: account.password, password }))) return;
      const hash = await hasher.hash(password);
      if (account) {
        await internalAdapter.updatePassword(account.userId, hash);
        return internalAdapter.deleteUserSessions(account.userId);
      }
      const user =
        found?.user ??
        (await internalAdapter.createUser(
          { email, name: 'Demo Staff', emailVerified: true },
          { method: 'admin' },
        ));
      await internalAdapter.linkAccount({
        userId: user.id,
        accountId: user.id,
        providerId: 'credential',
        password: hash,
      });
    },
  };
}

interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
  readonly image?: string | null | undefined;
}

function toSession(session: { readonly id: string; readonly expiresAt: Date }, user: User): AccountSession {
  const { id: accountId, email, name, emailVerified, image = null } = user;
  const { id: sessionId, expiresAt } = session;
  return { sessionId, accountId, email, name, emailVerified, photo: image, expiresAt };
}

async function readFailure(response: Response) {
  const body = (await response.json().catch(() => ({}))) as { code?: unknown; message?: unknown } | null;
  const retryAfter = Number(response.headers.get('x-retry-after') ?? Number.NaN);
  return {
    status: response.status,
    code: typeof body?.code === 'string' ? body.code : undefined,
    message: typeof body?.message === 'string' ? body.message : undefined,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  };
}
