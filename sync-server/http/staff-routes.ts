import type { Actor } from '#shared/access/actor.ts';
import type { StaffList, StaffMember } from '#shared/api/staff-routes.ts';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { utcIso, type Clock } from '#shared/kernel/clock.ts';
import type { AccountControl } from '#server/accounts/account-control.ts';
import type { Accounts } from '#server/accounts/accounts.ts';
import { DEMO_STAFF_EMAIL } from '#server/accounts/demo-staff.ts';
import type { StaffGrants } from '#server/accounts/staff-grants.ts';
import type { StaffRule } from '#server/accounts/staff-rule.ts';
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

  /** Refuses to take the role of manager from the caller, and from the only one. */
  function assertManagerRemains(email: string, actor: Actor): void {
    if (grants.roleOf(email) !== 'manager') return;
    if (isOwn(email, actor)) throw isOwnRole();
    if (isOnlyManager(parts, email)) throw isLastManager(email);
  }

  api.on(ENDPOINTS.staff, () => toList(parts));
  api.on(ENDPOINTS.grantStaff, ({ body: { email, role }, actor }) => {
    if (role !== 'manager') assertManagerRemains(email, actor);
    const at = clock.now();
    const isNew = grants.roleOf(email) !== role;
    grants.grant({ email, role, at, by: actor.email ?? 'admin' });
    if (isNew) {
      const key = `role-granted:${securityLog.idOf(email)}:${at}`;
      mails.queue({ key, template: 'role-granted', to: email, facts: { role } });
    }
    return toList(parts);
  });
  api.on(ENDPOINTS.revokeStaff, ({ body: { email }, actor }) => {
    assertManagerRemains(email, actor);
    const isRevoked = grants.revoke(email);
    if (staffRule.staffEmails.includes(email)) throw isOfTheSettings(email);
    if (!isRevoked) {
      throw new AppError('not-found', `${email} was not granted, so there is nothing to revoke.`);
    }
    return toList(parts);
  });
  api.on(ENDPOINTS.disableAccount, ({ body: { email }, actor }) => {
    if (isOwn(email, actor)) throw isOwnAccount();
    accountControl.disable(email, actor.email ?? 'admin');
    return toList(parts);
  });
  api.on(ENDPOINTS.enableAccount, ({ body: { email } }) => {
    accountControl.enable(email);
    return toList(parts);
  });
  api.on(ENDPOINTS.removeSecondFactor, ({ body: { email } }) => {
    accountControl.removeSecondFactor(email);
    const at = clock.now();
    mails.queue({
      key: `sign-in-method-changed:${securityLog.idOf(email)}:removed:${at}`,
      template: 'sign-in-method-changed',
      to: email,
      facts: { method: 'second-factor', change: 'removed', at },
    });
    return toList(parts);
  });
  api.on(ENDPOINTS.endSessionsOf, ({ body: { email } }) => ({ ended: accountControl.endSessions(email) }));
  api.on(ENDPOINTS.endAllSessions, (_call, c) => ({
    ended: accountControl.endAllSessions(c.get('sessionId')),
  }));
}

/** Whether an address is a manager's, and nobody else is one. */
export function isOnlyManager(parts: StaffParts, email: string): boolean {
  const managers = toList(parts).staff.filter(({ role }) => role === 'manager');
  return managers.length === 1 && managers[0]?.email === email.toLowerCase();
}

function isOwn(email: string, actor: Actor): boolean {
  return !actor.isAdmin && actor.email?.toLowerCase() === email;
}

function toList({ staffRule, storage, accounts, accountControl }: StaffParts): StaffList {
  const { production, staffEmails } = staffRule;
  const disabled = accountControl
    .listDisabled()
    .map(({ at, ...account }) => ({ ...account, at: utcIso(at) }));
  const toAccount = (email: string): StaffMember['account'] => {
    if (disabled.some((account) => account.email === email)) return 'disabled';
    const found = accounts.isVerified(email);
    return found === undefined ? 'none' : found ? 'verified' : 'unverified';
  };
  const toManager = (email: string, source: 'settings' | 'demo'): StaffMember => ({
    email,
    role: 'manager',
    source,
    grantedAt: null,
    grantedBy: null,
    account: toAccount(email),
    hasSecondFactor: accountControl.hasSecondFactor(email),
  });
  const granted = storage.staffGrants.list().map(({ email, role, at, by }) => ({
    email,
    role,
    source: 'granted' as const,
    grantedAt: utcIso(at),
    grantedBy: by,
    account: toAccount(email),
    hasSecondFactor: accountControl.hasSecondFactor(email),
  }));
  const staff = [
    ...(production ? [] : [toManager(DEMO_STAFF_EMAIL, 'demo')]),
    ...staffEmails.map((email) => toManager(email, 'settings')),
    ...granted.filter(({ email }) => !staffEmails.includes(email)),
  ];
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
