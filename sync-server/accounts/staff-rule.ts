import type { Config } from '#server/config.ts';
import type { StaffGrants } from './staff-grants.ts';

export interface StaffCandidate {
  readonly email: string;
  readonly emailVerified: boolean;
}

/** What decides who is staff. */
export interface StaffRule {
  readonly production: boolean;
  /** Of the settings, lower case. */
  readonly staffEmails: readonly string[];
  readonly grants: Pick<StaffGrants, 'has'>;
}

export function toStaffRule(
  { production, staffEmails }: Pick<Config, 'production' | 'staffEmails'>,
  grants: Pick<StaffGrants, 'has'>,
): StaffRule {
  return { production, staffEmails, grants };
}

/**
 * Outside production every account is staff; in production those named in the settings or granted by command, once
 * their address is verified.
 */
export function isStaffAccount(
  { production, staffEmails, grants }: StaffRule,
  account: StaffCandidate,
): boolean {
  if (!production) return true;
  const email = account.email.toLowerCase();
  return account.emailVerified && (staffEmails.includes(email) || grants.has(email));
}
