import type { Config } from '#server/config.ts';
import type { StaffGrants } from './staff-grants.ts';

export interface StaffCandidate {
  readonly email: string;
  /** Whether the session began after the address was verified. */
  readonly isTrusted: boolean;
}

export interface StaffRule {
  readonly production: boolean;
  /** From the settings, lower case. */
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
 * Outside production every account is staff. In production only accounts with a verified address are, if the settings
 * name them or a command granted them staff rights, and only in sessions that began after the verification:
 * another person may have signed up with the address before.
 */
export function isStaffAccount(
  { production, staffEmails, grants }: StaffRule,
  account: StaffCandidate,
): boolean {
  if (!production) return true;
  const email = account.email.toLowerCase();
  return account.isTrusted && (staffEmails.includes(email) || grants.has(email));
}
