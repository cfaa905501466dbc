import type { BetterAuthOptions } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { Clock } from '#shared/kernel/clock.ts';
import type { AccountTables } from './account-tables.ts';
import { PROVIDER_ID } from './google-settings.ts';

type Hooks = NonNullable<BetterAuthOptions['databaseHooks']>;

/** better-auth's options for accounts that sign in with Google. */
export const GOOGLE_ACCOUNTS = {
  // Nothing here uses Google's tokens, and `googleHooks` keeps none.
  updateAccountOnSignIn: false,
  // Name and photo come along; the address stays.
  accountLinking: { requireLocalEmailVerified: true, trustedProviders: [], updateUserInfoOnLink: true },
} satisfies BetterAuthOptions['account'];

export function googleHooks(tables: Pick<AccountTables, 'verifiedAt'>, clock: Clock) {
  return {
    user: {
      create: {
        // The provider has verified the address of a new account.
        before: async (user) => ({
          data: user.emailVerified
            ? { ...user, emailVerifiedAt: user['emailVerifiedAt'] ?? clock.now() }
            : user,
        }),
      },
    },
    account: {
      create: {
        async before({ accessToken: _a, refreshToken: _r, idToken: _i, ...account }) {
          const isGoogle = account.providerId === PROVIDER_ID;
          // better-auth would also join accounts that were verified before decision 19.
          if (isGoogle && tables.verifiedAt(account.userId) === null) {
            throw new APIError('FORBIDDEN', { code: 'account_not_linked' });
          }
          return { data: { ...account, accessToken: null, refreshToken: null, idToken: null } };
        },
      },
    },
  } satisfies Hooks;
}
