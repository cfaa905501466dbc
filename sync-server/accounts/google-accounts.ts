import type { BetterAuthOptions } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { AccountTables } from './account-tables.ts';
import { PROVIDER_ID } from './google-settings.ts';
import { createMethodMails, type SecondFactorsParts } from './second-factors.ts';

type Hooks = NonNullable<BetterAuthOptions['databaseHooks']>;

/** better-auth's options for accounts that sign in with Google. */
export const GOOGLE_ACCOUNTS = {
  // Nothing here uses Google's tokens, and `googleHooks` keeps none.
  updateAccountOnSignIn: false,
  // Name and photo come along; the address stays.
  accountLinking: { requireLocalEmailVerified: true, trustedProviders: [], updateUserInfoOnLink: true },
} satisfies BetterAuthOptions['account'];

interface GoogleHooksParts extends Pick<SecondFactorsParts, 'mails' | 'clock'> {
  readonly tables: Pick<AccountTables, 'verifiedAt' | 'signInMethodsOf' | 'passkeysOf'>;
}

export function googleHooks(parts: GoogleHooksParts) {
  const { tables } = parts;
  const tell = createMethodMails(parts);
  /** An account that Google has just made has no way to sign in yet. */
  const isNew = async (accountId: string) =>
    (await tables.signInMethodsOf(accountId)).length === 0 &&
    (await tables.passkeysOf(accountId)).length === 0;
  return {
    account: {
      create: {
        async before({ accessToken: _a, refreshToken: _r, idToken: _i, ...account }, context) {
          const { providerId, userId: accountId } = account;
          const isGoogle = providerId === PROVIDER_ID;
          // better-auth would also join accounts that were verified before decision 19.
          if (isGoogle && (await tables.verifiedAt(accountId)) === null) {
            throw new APIError('FORBIDDEN', { code: 'account_not_linked' });
          }
          if (isGoogle && !(await isNew(accountId))) {
            const owner = await context?.context.internalAdapter.findUserById(accountId);
            // First, so that nothing is linked without its mail.
            if (owner) await tell({ accountId, email: owner.email }, { method: 'google', change: 'added' });
          }
          return { data: { ...account, accessToken: null, refreshToken: null, idToken: null } };
        },
      },
    },
  } satisfies Hooks;
}
