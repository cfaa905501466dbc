import type { Role, StaffRole } from '#shared/access/actor.ts';
import type { Config } from '#server/config.ts';
import { DEMO_STAFF_EMAIL } from './demo-staff.ts';
import type { StaffGrants } from './staff-grants.ts';

export interface StaffCandidate {
  readonly email: string;
  /** Whether the session began after the address was verified. */
  readonly isTrusted: boolean;
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
 * verified: another person may have signed up with it before. Outside production everybody is at least staff, and the
 * demo's own account is a manager.
 */
export function toRole(rule: StaffRule, account: StaffCandidate): Role {
  const email = account.email.toLowerCase();
  const granted = account.isTrusted ? toGrantedRole(rule, email) : undefined;
  if (rule.production) return granted ?? 'customer';
  return email === DEMO_STAFF_EMAIL ? 'manager' : (granted ?? 'staff');
}

/** The role that the settings or a grant give to an address in lower case. */
function toGrantedRole(
  { staffEmails, grants }: Pick<StaffRule, 'staffEmails' | 'grants'>,
  email: string,
): StaffRole | undefined {
  return staffEmails.includes(email) ? 'manager' : grants.roleOf(email);
}
