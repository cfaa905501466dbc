import type { Actor } from '#shared/access/actor.ts';
import type { AccountTables } from './account-tables.ts';
import { toRole, type StaffRule } from './staff-rule.ts';

/**
 * Finds out what a person of the staff may do by now, for work that goes on without their session.
 * @returns a function that returns the actor with the present role; `undefined` for one who is no longer staff
 */
export function createCurrentStaff(
  rule: StaffRule,
  tables: Pick<AccountTables, 'accountIdOf' | 'isDisabled'>,
): (actor: Actor) => Promise<Actor | undefined> {
  return async (actor) => {
    const { email, accountId } = actor;
    if (email === undefined || accountId === undefined) return undefined;
    if ((await tables.accountIdOf(email)) !== accountId || (await tables.isDisabled(accountId)))
      return undefined;
    // The session in which they were staff had what their role asks for.
    const role = toRole(rule, { email, isTrusted: true, hasSecondFactor: true });
    return role === 'customer' ? undefined : { ...actor, role, isStaff: true };
  };
}
