import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { AccountTables } from './account-tables.ts';
import type { DisabledAccount } from './session-table.ts';

/** What managers do with accounts. Works without the identity provider. */
export interface AccountControl {
  listDisabled(): readonly DisabledAccount[];
  /**
   * Ends the account's sessions and refuses further sign-ins. Its documents stay.
   * @throws AppError `not-found` without such an account
   */
  disable(email: string, by: string): void;
  /** @throws AppError `not-found` for an account that is not disabled */
  enable(email: string): void;
  hasSecondFactor(email: string): boolean;
  /**
   * Removes a lost code app, passkeys and recovery codes, and ends the account's sessions.
   * @throws AppError `not-found` for an account that has none
   */
  removeSecondFactor(email: string): void;
  /** @returns how many. @throws AppError `not-found` without such an account */
  endSessions(email: string): number;
  /** @returns how many. @param except a session that stays */
  endAllSessions(except: string | undefined): number;
}

export function createAccountControl(tables: AccountTables, clock: Clock): AccountControl {
  function findAccount(email: string): string {
    const accountId = tables.accountIdOf(email);
    if (accountId === undefined)
      throw new AppError('not-found', `There is no account with the address ${email}.`);
    return accountId;
  }

  return {
    listDisabled: tables.listDisabled,
    disable: (email, by) => tables.disable({ accountId: findAccount(email), at: clock.now(), by }),
    enable(email) {
      if (tables.enable(findAccount(email))) return;
      throw new AppError('not-found', `${email} is not disabled, so there is nothing to enable.`);
    },
    hasSecondFactor(email) {
      const accountId = tables.accountIdOf(email);
      return accountId !== undefined && tables.hasFactor(accountId);
    },
    removeSecondFactor(email) {
      if (tables.removeFactors(findAccount(email))) return;
      throw new AppError('not-found', `${email} has no second factor, so there is nothing to remove.`);
    },
    endSessions: (email) => tables.endSessions({ accountId: findAccount(email) }),
    endAllSessions: (except) => tables.endSessions({ except }),
  };
}
