import type { Role } from '#shared/access/actor.ts';
import type { Accounts } from './accounts.ts';
import { toRole, type StaffRule } from './staff-rule.ts';

export interface SignedIn {
  readonly sessionId: string;
  readonly accountId: string;
  readonly email: string;
  /** Whether the address is unverified where staff rights need a verified one. */
  readonly isUnverified?: boolean;
  readonly role: Role;
  /** Whether the person gave a proof of identity a short time ago. */
  readonly isConfirmed: boolean;
  /** Whether the session is still valid, for the same account with the same rights. */
  isCurrent(): boolean;
}

/** Finds the signed-in account of a request by its headers. */
export type SessionReader = (headers: Headers) => Promise<SignedIn | undefined>;

export function createSessionReader(accounts: Accounts, rule: StaffRule): SessionReader {
  return async (headers) => {
    const session = await accounts.sessionOf(headers);
    if (!session) return undefined;
    const { sessionId, accountId, email, emailVerified, confirmedUntil } = session;
    const role = toRole(rule, session);
    const isCurrent = () => {
      const now = accounts.accountOf(sessionId);
      if (!now) return false;
      return now.accountId === accountId && now.email === email && toRole(rule, now) === role;
    };
    return {
      sessionId,
      accountId,
      email,
      isUnverified: rule.production && !emailVerified,
      role,
      isConfirmed: confirmedUntil !== undefined,
      isCurrent,
    };
  };
}
