import type { Context } from 'hono';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { AccountSession, Accounts } from '#server/accounts/accounts.ts';
import type { ApiRouter } from './api-router.ts';
import type { AppEnv } from './app-env.ts';
import type { AddressReader } from './client-address.ts';
import type { Csrf } from './csrf.ts';
import type { SecurityLog } from './security-log.ts';
import { createSetSessionCookies } from './session-cookies.ts';

export interface FactorParts {
  readonly accounts: Accounts;
  readonly csrf: Csrf;
  readonly addressOf: AddressReader;
  readonly securityLog: SecurityLog;
}

/** The code app and recovery codes of the caller's account, and sign-ins that need one of them. */
export function factorRoutes(api: ApiRouter, { accounts, csrf, addressOf, securityLog }: FactorParts): void {
  const setCookies = createSetSessionCookies(accounts.sessionCookieName, csrf);

  async function read(c: Context<AppEnv>): Promise<AccountSession> {
    const session = await accounts.sessionOf(c.req.raw.headers);
    if (!session) throw new AppError('unauthenticated', 'Sign in first.');
    return session;
  }

  api.on(
    ENDPOINTS.answerChallenge,
    async ({ body: { code } }, c) => {
      const { email, cookies } = await accounts.answerChallenge(code, c.req.raw.headers, addressOf(c));
      c.set('namedAccount', email);
      setCookies(c, cookies);
      securityLog.note(c, 'signed in with a second factor');
      return {};
    },
    (c) => {
      csrf.assertOwn(c);
      csrf.assertSameOrigin(c);
    },
  );
  api.on(ENDPOINTS.secondFactor, ({ actor }) => accounts.secondFactor.read(actor.accountId ?? ''));
  api.on(ENDPOINTS.beginCodeApp, async (_call, c) => accounts.secondFactor.begin(await read(c)));
  api.on(ENDPOINTS.activateCodeApp, async ({ body: { code } }, c) => ({
    recoveryCodes: accounts.secondFactor.activate(await read(c), code),
  }));
  api.on(ENDPOINTS.renewRecoveryCodes, async (_call, c) => ({
    recoveryCodes: accounts.secondFactor.renewRecoveryCodes(await read(c)),
  }));
  api.on(ENDPOINTS.removeCodeApp, async (_call, c) => {
    accounts.secondFactor.remove(await read(c));
    return {};
  });
}
