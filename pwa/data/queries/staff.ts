import type { StaffRole } from '#shared/access/actor.ts';
import { STAFF_ROUTES, type StaffList } from '#shared/api/staff-routes.ts';
import type { AppStore } from '../app-store.ts';
import { createAccountClient } from '../session/account-calls.ts';

// Only managers may make these calls. Those that change something throw `CONFIRM_IDENTITY` without a recent proof of
// identity.

/** Accounts with a role, and those that are disabled. @throws AppError */
export function fetchStaff(app: AppStore): Promise<StaffList> {
  return createAccountClient(app).call(STAFF_ROUTES.staff);
}

export function grantRole(app: AppStore, email: string, role: StaffRole): Promise<StaffList> {
  return createAccountClient(app).call(STAFF_ROUTES.grantStaff, { body: { email, role } });
}

export function withdrawRole(app: AppStore, email: string): Promise<StaffList> {
  return createAccountClient(app).call(STAFF_ROUTES.revokeStaff, { body: { email } });
}

/** Signs an account out everywhere and refuses its sign-ins. */
export function disableAccount(app: AppStore, email: string): Promise<StaffList> {
  return createAccountClient(app).call(STAFF_ROUTES.disableAccount, { body: { email } });
}

export function enableAccount(app: AppStore, email: string): Promise<StaffList> {
  return createAccountClient(app).call(STAFF_ROUTES.enableAccount, { body: { email } });
}

/** Of an account that has lost it: code app, passkeys and recovery codes. Ends its sessions. */
export function removeSecondFactor(app: AppStore, email: string): Promise<StaffList> {
  return createAccountClient(app).call(STAFF_ROUTES.removeSecondFactor, { body: { email } });
}

/** Signs an account out everywhere. @returns how many sessions ended */
export async function endSessionsOf(app: AppStore, email: string): Promise<number> {
  return (await createAccountClient(app).call(STAFF_ROUTES.endSessionsOf, { body: { email } })).ended;
}

/** Signs all accounts out everywhere, but for the manager's own session. @returns how many sessions ended */
export async function endAllSessions(app: AppStore): Promise<number> {
  const body = { of: 'everybody' };
  return (await createAccountClient(app).call(STAFF_ROUTES.endAllSessions, { body })).ended;
}
