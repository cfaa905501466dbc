import * as v from 'valibot';
import { STAFF_ROLES } from '#shared/access/actor.ts';
import { route } from './routes.ts';

const staffMemberSchema = v.looseObject({
  /** Lower case. */
  email: v.string(),
  role: v.picklist(STAFF_ROLES),
  /**
   * `settings`: named in STAFF_EMAILS, which makes a manager; `granted`: by a manager or by command; `demo`: the demo's
   * own account.
   */
  source: v.picklist(['settings', 'granted', 'demo']),
  /** ISO time; null unless granted. */
  grantedAt: v.nullable(v.string()),
  grantedBy: v.nullable(v.string()),
  /** Only an account with a verified address has the role. */
  account: v.picklist(['none', 'unverified', 'verified', 'disabled']),
  /** Whether the account has a code app or a passkey, one of which staff need in production. */
  hasSecondFactor: v.boolean(),
});
export type StaffMember = v.InferOutput<typeof staffMemberSchema>;

/** `GET /admin/staff`, sorted by address. */
const staffListSchema = v.looseObject({
  /** Outside production, every signed-in user is staff. */
  isEverybodyStaff: v.boolean(),
  staff: v.array(staffMemberSchema),
  /** Accounts that can't sign in, with or without a role. */
  disabled: v.array(
    v.looseObject({
      email: v.string(),
      /** ISO time. */
      at: v.string(),
      by: v.string(),
    }),
  ),
});
export type StaffList = v.InferOutput<typeof staffListSchema>;

const endedSessionsSchema = v.looseObject({ ended: v.number() });

/** Calls of managers, by the app and the command line. */
export const STAFF_ROUTES = {
  staff: route('GET', '/admin/staff', staffListSchema),
  grantStaff: route('POST', '/admin/staff', staffListSchema),
  revokeStaff: route('POST', '/admin/staff/revoke', staffListSchema),
  disableAccount: route('POST', '/admin/accounts/disable', staffListSchema),
  enableAccount: route('POST', '/admin/accounts/enable', staffListSchema),
  /** Removes code app, passkeys and recovery codes of an account that has lost them. */
  removeSecondFactor: route('POST', '/admin/accounts/remove-second-factor', staffListSchema),
  endSessionsOf: route('POST', '/admin/accounts/end-sessions', endedSessionsSchema),
  endAllSessions: route('POST', '/admin/accounts/end-all-sessions', endedSessionsSchema),
} as const;
