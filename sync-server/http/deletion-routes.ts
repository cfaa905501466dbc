import type { Context } from 'hono';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { utcIso } from '#shared/kernel/clock.ts';
import type { AccountDeletion } from '#server/accounts/account-deletion.ts';
import type { Accounts } from '#server/accounts/accounts.ts';
import type { ApiRouter } from './api-router.ts';
import type { AppEnv } from './app-env.ts';
import type { Csrf } from './csrf.ts';
import { createQuota, type QuotaParts, type QuotaRule } from './quota.ts';
import type { SecurityLog } from './security-log.ts';
import { isOnlyManager, type StaffParts } from './staff-routes.ts';

export interface DeletionParts extends QuotaParts, StaffParts {
  readonly accounts: Accounts;
  readonly accountDeletion: AccountDeletion;
  readonly csrf: Csrf;
  readonly securityLog: SecurityLog;
}

const LINKS: QuotaRule = {
  name: 'deletion links',
  perNetwork: { capacity: 30, perMinute: 30 },
  message: (wait) => `Too many attempts. Try again in ${wait}.`,
};

/** A signed-in person asks to delete the account; the mailed link deletes it, in any browser. */
export function deletionRoutes(api: ApiRouter, parts: DeletionParts): void {
  const { accounts, accountDeletion, csrf, securityLog } = parts;
  const links = createQuota(parts, LINKS);
  const toState = async (accountId: string) => {
    const endsAt = await accountDeletion.endOf(accountId);
    return { endsAt: endsAt === undefined ? null : utcIso(endsAt) };
  };

  async function assertManagerRemains(email: string): Promise<void> {
    if (await isOnlyManager(parts, email)) throw isLastManager();
  }

  api.on(ENDPOINTS.deletion, ({ actor: { accountId = '' } }) => toState(accountId));
  api.on(ENDPOINTS.askDeletion, async ({ actor: { accountId = '', email = '' } }) => {
    await assertManagerRemains(email);
    await accounts.countMail(email, 'link');
    await accounts.sendDeletionLink({ accountId, email });
    return toState(accountId);
  });
  api.on(ENDPOINTS.cancelDeletion, async ({ actor: { accountId = '' } }) => {
    await accountDeletion.cancel(accountId);
    return toState(accountId);
  });
  api.on(ENDPOINTS.readDeletionLink, ({ body: { token } }, c) =>
    accounts.readLink('delete-account', token, c.req.raw.headers),
  );
  api.on(
    ENDPOINTS.confirmDeletion,
    async ({ body: { token } }, c) => {
      const { email } = await accounts.readLink('delete-account', token, c.req.raw.headers);
      c.set('namedAccount', email);
      await assertManagerRemains(email);
      const accountId = await accountDeletion.confirm(token);
      // Another request was faster: one of these throws its words.
      if (accountId === undefined) {
        await assertManagerRemains(email);
        await accounts.readLink('delete-account', token, c.req.raw.headers);
      }
      securityLog.note(c, 'account deleted', { accountId });
      return {};
    },
    (c: Context<AppEnv>) => {
      csrf.assertOwn(c);
      csrf.assertSameOrigin(c);
      return links.take(c);
    },
  );
  api.on(ENDPOINTS.wasDeleted, async ({ body: { account } }) => ({
    isDeleted: await accountDeletion.isDeleted(account),
  }));
}

function isLastManager(): AppError {
  const message =
    'You are the only manager. Make another account a manager first, on the page for staff. Nothing was deleted.';
  return new AppError('failed-precondition', message, { reason: 'LAST_MANAGER' });
}
