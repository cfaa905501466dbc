import type { StaffList, StaffMember } from '#shared/api/administration.ts';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { utcIso, type Clock } from '#shared/kernel/clock.ts';
import type { Accounts } from '#server/accounts/accounts.ts';
import type { StaffGrants } from '#server/accounts/staff-grants.ts';
import type { StaffRule } from '#server/accounts/staff-rule.ts';
import type { ApiRouter } from './api-router.ts';

export interface StaffParts {
  readonly staffRule: StaffRule;
  readonly storage: { readonly staffGrants: StaffGrants };
  readonly accounts: Pick<Accounts, 'isVerified'>;
  readonly clock: Clock;
}

/** Lists, grants and revokes staff rights. A change takes effect with the next request. */
export function staffRoutes(api: ApiRouter, parts: StaffParts): void {
  const { staffRule, clock } = parts;
  const grants = parts.storage.staffGrants;
  api.on(ENDPOINTS.staff, () => toList(parts));
  api.on(ENDPOINTS.grantStaff, ({ body: { email }, actor }) => {
    grants.grant({ email, at: clock.now(), by: actor.email ?? 'admin' });
    return toList(parts);
  });
  api.on(ENDPOINTS.revokeStaff, ({ body: { email } }) => {
    const isRevoked = grants.revoke(email);
    if (staffRule.staffEmails.includes(email)) throw isOfTheSettings(email);
    if (!isRevoked) {
      throw new AppError('not-found', `${email} was not granted, so there is nothing to revoke.`);
    }
    return toList(parts);
  });
}

function toList({ staffRule, storage, accounts }: StaffParts): StaffList {
  const { production, staffEmails } = staffRule;
  const toAccount = (email: string): StaffMember['account'] => {
    const found = accounts.isVerified(email);
    return found === undefined ? 'none' : found ? 'verified' : 'unverified';
  };
  const named = staffEmails.map((email) => ({
    email,
    source: 'settings' as const,
    grantedAt: null,
    grantedBy: null,
    account: toAccount(email),
  }));
  const granted = storage.staffGrants.list().map(({ email, at, by }) => ({
    email,
    source: 'granted' as const,
    grantedAt: utcIso(at),
    grantedBy: by,
    account: toAccount(email),
  }));
  const staff = [...named, ...granted].toSorted((a, b) => (a.email < b.email ? -1 : 1));
  return { isEverybodyStaff: !production, staff };
}

function isOfTheSettings(email: string): AppError {
  const message =
    `${email} is still staff, because the setting STAFF_EMAILS names the address and no command changes settings. ` +
    'Remove it from the setting and restart the server.';
  return new AppError('failed-precondition', message, { reason: 'STAFF_IS_SET' });
}
