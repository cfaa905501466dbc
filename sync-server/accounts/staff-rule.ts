import type { Config } from '#server/config.ts';

export interface StaffCandidate {
  readonly email: string;
  readonly emailVerified: boolean;
}

/** Outside production every account is staff; in production those named in the settings, once their address is verified. */
export function isStaffAccount(
  config: Pick<Config, 'production' | 'staffEmails'>,
  account: StaffCandidate,
): boolean {
  if (!config.production) return true;
  return account.emailVerified && config.staffEmails.includes(account.email.toLowerCase());
}
