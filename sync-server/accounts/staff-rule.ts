import type { Role, StaffRole } from '#shared/access/actor.ts';
import type { Config } from '#server/config.ts';
import { DEMO_STAFF_EMAIL } from './demo-staff.ts';
import type { StaffGrants } from './staff-grants.ts';

export interface StaffCandidate {
  readonly email: string;
  /** Whether the session began after the address was verified. */
  readonly isTrusted: boolean;
  /** Whether the session has a second factor. */
  readonly hasSecondFactor: boolean;
}

export interface StaffRule {
  readonly production: boolean;
  /** From the settings, lower case. They are managers. */
  readonly staffEmails: readonly string[];
  readonly grants: Pick<StaffGrants, 'roleOf'>;
}

export function toStaffRule(
  { production, staffEmails }: Pick<Config, 'production' | 'staffEmails'>,
  grants: Pick<StaffGrants, 'roleOf'>,
): StaffRule {
  return { production, staffEmails, grants };
}

/**
 * The role of an account in a session. The settings and grants count only in sessions that began after the address was
 * verified, because another person may have signed up with it before, and in production only in sessions with a second
 * factor. Outside production everybody is at least staff, and the demo's own account is a manager.
 */
export function toRole(rule: StaffRule, account: StaffCandidate): Role {
  const email = account.email.toLowerCase();
  const granted = account.isTrusted ? toGrantedRole(rule, email) : undefined;
  if (rule.production) return (account.hasSecondFactor ? granted : undefined) ?? 'customer';
  return email === DEMO_STAFF_EMAIL ? 'manager' : (granted ?? 'staff');
}

/** Whether the account has a role that it lacks in this session for want of a second factor. */
export function needsSecondFactor(rule: StaffRule, account: StaffCandidate): boolean {
  if (!rule.production || !account.isTrusted || account.hasSecondFactor) return false;
  return toGrantedRole(rule, account.email.toLowerCase()) !== undefined;
}

/** Whether the managers are those of the grants alone, so that one of them has to stay. */
export function needsGrantedManager({ production, staffEmails }: StaffRule): boolean {
  return production && staffEmails.length === 0;
}

/** The role that the settings or a grant give to an address in lower case. */
function toGrantedRole(
  { staffEmails, grants }: Pick<StaffRule, 'staffEmails' | 'grants'>,
  email: string,
): StaffRole | undefined {
  return staffEmails.includes(email) ? 'manager' : grants.roleOf(email);
}
