import type { Context } from 'hono';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import type { ListedPasskey } from '#shared/api/account-routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { utcIso } from '#shared/kernel/clock.ts';
import type { AccountSession, Accounts } from '#server/accounts/accounts.ts';
import { describeBrowser } from '#server/accounts/describe-browser.ts';
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

/** The code app, passkeys, recovery codes and Google link of the caller's account, and sign-ins with factors. */
export function factorRoutes(api: ApiRouter, { accounts, csrf, addressOf, securityLog }: FactorParts): void {
  const setCookies = createSetSessionCookies(accounts.sessionCookieName, csrf);

  async function read(c: Context<AppEnv>): Promise<AccountSession> {
    const session = await accounts.sessionOf(c.req.raw.headers);
    if (!session) throw new AppError('unauthenticated', 'Sign in first.');
    return session;
  }

  function assertOwnPage(c: Context<AppEnv>): void {
    csrf.assertOwn(c);
    csrf.assertSameOrigin(c);
  }

  api.on(
    ENDPOINTS.answerChallenge,
    async ({ body }, c) => {
      const { headers } = c.req.raw;
      c.set('namedAccount', await accounts.waitingAddress(headers));
      const { cookies } = await accounts.answerChallenge(body, headers, addressOf(c));
      setCookies(c, cookies);
      securityLog.note(c, 'signed in with a second factor');
      return {};
    },
    assertOwnPage,
  );
  api.on(ENDPOINTS.neededFactor, async (_call, c) => ({
    needed: (await accounts.neededFactor(c.req.raw.headers)) ?? null,
  }));
  api.on(
    ENDPOINTS.askPasskey,
    async ({ body: { purpose } }, c) => {
      const { options, cookie } = await accounts.askPasskey(purpose, c.req.raw.headers, addressOf(c));
      c.header('Set-Cookie', cookie, { append: true });
      return { options };
    },
    assertOwnPage,
  );
  api.on(
    ENDPOINTS.signInWithPasskey,
    async ({ body: { passkey } }, c) => {
      const { email, cookies } = await accounts.signInWithPasskey(passkey, c.req.raw.headers, addressOf(c));
      c.set('namedAccount', email);
      setCookies(c, cookies);
      securityLog.note(c, 'signed in with a passkey');
      return {};
    },
    assertOwnPage,
  );
  api.on(ENDPOINTS.passkeys, async ({ actor: { accountId = '' } }) => ({
    passkeys: await listPasskeys(accounts, accountId),
  }));
  api.on(ENDPOINTS.beginPasskey, async (_call, c) => {
    const { options, cookie } = await accounts.passkeys.begin(await read(c));
    c.header('Set-Cookie', cookie, { append: true });
    return { options };
  });
  api.on(ENDPOINTS.addPasskey, async ({ body: { passkey, name } }, c) => {
    const { headers } = c.req.raw;
    const added = { passkey, name: name || toDeviceName(headers) };
    return { recoveryCodes: await accounts.passkeys.add(await read(c), headers, added) };
  });
  api.on(ENDPOINTS.removePasskey, async ({ params: { id }, actor: { accountId = '' } }, c) => {
    await accounts.passkeys.remove(await read(c), id);
    return { passkeys: await listPasskeys(accounts, accountId) };
  });
  api.on(ENDPOINTS.unlinkGoogle, async (_call, c) => {
    await accounts.unlinkGoogle(await read(c));
    return {};
  });
  api.on(ENDPOINTS.secondFactor, ({ actor }) => accounts.secondFactor.read(actor.accountId ?? ''));
  api.on(ENDPOINTS.beginCodeApp, async (_call, c) => accounts.secondFactor.begin(await read(c)));
  api.on(ENDPOINTS.activateCodeApp, async ({ body: { code } }, c) => ({
    recoveryCodes: await accounts.secondFactor.activate(await read(c), code),
  }));
  api.on(ENDPOINTS.renewRecoveryCodes, async (_call, c) => ({
    recoveryCodes: await accounts.secondFactor.renewRecoveryCodes(await read(c)),
  }));
  api.on(ENDPOINTS.removeCodeApp, async (_call, c) => {
    await accounts.secondFactor.remove(await read(c));
    return {};
  });
}

/** The passkeys of an account, oldest first. */
export async function listPasskeys(accounts: Accounts, accountId: string): Promise<readonly ListedPasskey[]> {
  return (await accounts.passkeys.list(accountId)).map(({ madeAt, usedAt, ...passkey }) => ({
    ...passkey,
    madeAt: utcIso(madeAt),
    usedAt: usedAt === null ? null : utcIso(usedAt),
  }));
}

/** Such as `Firefox on Android`. */
function toDeviceName(headers: Headers): string {
  const { browser, system } = describeBrowser(headers.get('user-agent') ?? '');
  return [browser, system].filter((name) => name !== null).join(' on ') || 'Passkey';
}
