import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { AccountTables } from './account-tables.ts';
import type { DisabledAccount } from './session-table.ts';

/** What managers do with accounts. Works without the identity provider. */
export interface AccountControl {
  listDisabled(): Promise<readonly DisabledAccount[]>;
  /**
   * Ends the account's sessions and refuses further sign-ins. Its documents stay.
   * @throws AppError `not-found` without such an account
   */
  disable(email: string, by: string): Promise<void>;
  /** @throws AppError `not-found` for an account that is not disabled */
  enable(email: string): Promise<void>;
  hasSecondFactor(email: string): Promise<boolean>;
  /**
   * Removes a lost code app, passkeys and recovery codes, and ends the account's sessions.
   * @throws AppError `not-found` for an account that has none
   */
  removeSecondFactor(email: string): Promise<void>;
  /** @returns how many. @throws AppError `not-found` without such an account */
  endSessions(email: string): Promise<number>;
  /** @returns how many. @param except a session that stays */
  endAllSessions(except: string | undefined): Promise<number>;
}

export function createAccountControl(tables: AccountTables, clock: Clock): AccountControl {
  async function findAccount(email: string): Promise<string> {
    const accountId = await tables.accountIdOf(email);
    if (accountId === undefined)
      throw new AppError('not-found', `There is no account with the address ${email}.`);
    return accountId;
  }

  return {
    listDisabled: tables.listDisabled,
    disable: async (email, by) =>
      tables.disable({ accountId: await findAccount(email), at: clock.now(), by }),
    async enable(email) {
      if (await tables.enable(await findAccount(email))) return;
      throw new AppError('not-found', `${email} is not disabled, so there is nothing to enable.`);
    },
    async hasSecondFactor(email) {
      const accountId = await tables.accountIdOf(email);
      return accountId !== undefined && tables.hasFactor(accountId);
    },
    async removeSecondFactor(email) {
      if (await tables.removeFactors(await findAccount(email))) return;
      throw new AppError('not-found', `${email} has no second factor, so there is nothing to remove.`);
    },
    endSessions: async (email) => tables.endSessions({ accountId: await findAccount(email) }),
    endAllSessions: (except) => tables.endSessions({ except }),
  };
}
