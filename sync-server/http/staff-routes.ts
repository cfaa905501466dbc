import type { Actor } from '#shared/access/actor.ts';
import type { StaffList, StaffMember } from '#shared/api/staff-routes.ts';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { utcIso, type Clock } from '#shared/kernel/clock.ts';
import type { AccountControl } from '#server/accounts/account-control.ts';
import type { Accounts } from '#server/accounts/accounts.ts';
import { DEMO_STAFF_EMAIL } from '#server/accounts/demo-staff.ts';
import type { StaffGrants } from '#server/accounts/staff-grants.ts';
import { needsGrantedManager, type StaffRule } from '#server/accounts/staff-rule.ts';
import type { Mails } from '#server/mail/mails.ts';
import type { ApiRouter } from './api-router.ts';
import type { SecurityLog } from './security-log.ts';

export interface StaffParts {
  readonly staffRule: StaffRule;
  readonly storage: { readonly staffGrants: StaffGrants };
  readonly accounts: Pick<Accounts, 'isVerified'>;
  readonly accountControl: AccountControl;
  readonly mails: Pick<Mails, 'queue'>;
  readonly securityLog: Pick<SecurityLog, 'idOf'>;
  readonly clock: Clock;
}

/** Grants and revokes roles, disables accounts, ends sessions. A change takes effect with the next request. */
export function staffRoutes(api: ApiRouter, parts: StaffParts): void {
  const { staffRule, clock, accountControl, mails, securityLog } = parts;
  const grants = parts.storage.staffGrants;
  const keepsManager = needsGrantedManager(staffRule);

  /** Refuses to take the role of manager from the caller, and from the only one. */
  async function assertManagerRemains(email: string, actor: Actor): Promise<void> {
    if (grants.roleOf(email) !== 'manager') return;
    if (isOwn(email, actor)) throw isOwnRole();
    if (await isOnlyManager(parts, email)) throw isLastManager(email);
  }

  api.on(ENDPOINTS.staff, () => listStaff(parts));
  api.on(ENDPOINTS.grantStaff, async ({ body: { email, role }, actor }) => {
    const assertAllowed = async () => {
      if (role !== 'manager') await assertManagerRemains(email, actor);
    };
    await assertAllowed();
    const at = clock.now();
    const isNew = await grants.grant({ email, role, at, by: actor.email ?? 'admin' }, keepsManager);
    const key = `role-granted:${securityLog.idOf(email)}:${at}`;
    if (isNew) await mails.queue({ key, template: 'role-granted', to: email, facts: { role } });
    // Another request may have taken the other manager's role meanwhile.
    else await assertAllowed();
    return listStaff(parts);
  });
  api.on(ENDPOINTS.revokeStaff, async ({ body: { email }, actor }) => {
    await assertManagerRemains(email, actor);
    const isRevoked = await grants.revoke(email, keepsManager);
    // As above.
    if (!isRevoked) await assertManagerRemains(email, actor);
    if (staffRule.staffEmails.includes(email)) throw isOfTheSettings(email);
    if (!isRevoked) {
      throw new AppError('not-found', `${email} was not granted, so there is nothing to revoke.`);
    }
    return listStaff(parts);
  });
  api.on(ENDPOINTS.disableAccount, async ({ body: { email }, actor }) => {
    if (isOwn(email, actor)) throw isOwnAccount();
    await accountControl.disable(email, actor.email ?? 'admin');
    return listStaff(parts);
  });
  api.on(ENDPOINTS.enableAccount, async ({ body: { email } }) => {
    await accountControl.enable(email);
    return listStaff(parts);
  });
  api.on(ENDPOINTS.removeSecondFactor, async ({ body: { email } }) => {
    await accountControl.removeSecondFactor(email);
    const at = clock.now();
    await mails.queue({
      key: `sign-in-method-changed:${securityLog.idOf(email)}:removed:${at}`,
      template: 'sign-in-method-changed',
      to: email,
      facts: { method: 'second-factor', change: 'removed', at },
    });
    return listStaff(parts);
  });
  api.on(ENDPOINTS.endSessionsOf, async ({ body: { email } }) => ({
    ended: await accountControl.endSessions(email),
  }));
  api.on(ENDPOINTS.endAllSessions, async (_call, c) => ({
    ended: await accountControl.endAllSessions(c.get('sessionId')),
  }));
}

/** Whether an address is a manager's, and nobody else is one. */
export async function isOnlyManager(
  { staffRule: { production, staffEmails }, storage }: Pick<StaffParts, 'staffRule' | 'storage'>,
  email: string,
): Promise<boolean> {
  const grants = await storage.staffGrants.list();
  const granted = grants.filter(({ role }) => role === 'manager').map((grant) => grant.email);
  const managers = new Set([...(production ? [] : [DEMO_STAFF_EMAIL]), ...staffEmails, ...granted]);
  return managers.size === 1 && managers.has(email.toLowerCase());
}

function isOwn(email: string, actor: Actor): boolean {
  return !actor.isAdmin && actor.email?.toLowerCase() === email;
}

/** Everybody with a role, and disabled accounts. */
export async function listStaff({
  staffRule,
  storage,
  accounts,
  accountControl,
}: StaffParts): Promise<StaffList> {
  const { production, staffEmails } = staffRule;
  const disabled = (await accountControl.listDisabled()).map(({ at, ...account }) => ({
    ...account,
    at: utcIso(at),
  }));
  const toAccount = async (email: string): Promise<StaffMember['account']> => {
    if (disabled.some((account) => account.email === email)) return 'disabled';
    const found = await accounts.isVerified(email);
    return found === undefined ? 'none' : found ? 'verified' : 'unverified';
  };
  const readAccount = async (email: string) => ({
    account: await toAccount(email),
    hasSecondFactor: await accountControl.hasSecondFactor(email),
  });
  const toManager = async (email: string, source: 'settings' | 'demo'): Promise<StaffMember> => ({
    email,
    role: 'manager',
    source,
    grantedAt: null,
    grantedBy: null,
    ...(await readAccount(email)),
  });
  const granted = (await storage.staffGrants.list()).filter(({ email }) => !staffEmails.includes(email));
  const staff = await Promise.all([
    ...(production ? [] : [toManager(DEMO_STAFF_EMAIL, 'demo')]),
    ...staffEmails.map((email) => toManager(email, 'settings')),
    ...granted.map(async ({ email, role, at, by }) => ({
      email,
      role,
      source: 'granted' as const,
      grantedAt: utcIso(at),
      grantedBy: by,
      ...(await readAccount(email)),
    })),
  ]);
  return {
    isEverybodyStaff: !production,
    staff: staff.toSorted((a, b) => (a.email < b.email ? -1 : 1)),
    disabled,
  };
}

function isOfTheSettings(email: string): AppError {
  const message =
    `${email} is still a manager, because the setting STAFF_EMAILS names the address and no command changes settings. ` +
    'Remove it from the setting and restart the server.';
  return new AppError('failed-precondition', message, { reason: 'STAFF_IS_SET' });
}

function isOwnRole(): AppError {
  const message =
    'You can’t give up your own role as manager. Another manager can withdraw it. Nothing was changed.';
  return new AppError('failed-precondition', message, { reason: 'OWN_ROLE' });
}

function isOwnAccount(): AppError {
  const message = 'You can’t disable your own account. Another manager can. Nothing was changed.';
  return new AppError('failed-precondition', message, { reason: 'OWN_ACCOUNT' });
}

function isLastManager(email: string): AppError {
  const message = `${email} is the only manager. Make another account a manager first. Nothing was changed.`;
  return new AppError('failed-precondition', message, { reason: 'LAST_MANAGER' });
}
