import { ACCOUNT_ROUTES, type ListedSession } from '#shared/api/account-routes.ts';
import type { AppStore } from '../app-store.ts';
import { createAccountClient } from './account-calls.ts';

/** The sessions of the signed-in account, newest first. @throws AppError */
export async function fetchSessions(app: AppStore): Promise<readonly ListedSession[]> {
  return (await createAccountClient(app).call(ACCOUNT_ROUTES.sessions)).sessions;
}

/** @returns the sessions that are left. @throws AppError, `CONFIRM_IDENTITY` without a recent proof of identity */
export async function endSession(app: AppStore, id: string): Promise<readonly ListedSession[]> {
  return (await createAccountClient(app).call(ACCOUNT_ROUTES.endSession, { params: { id } })).sessions;
}

/** Ends all sessions but that of this browser. @returns and throws as `endSession` */
export async function endOtherSessions(app: AppStore): Promise<readonly ListedSession[]> {
  return (await createAccountClient(app).call(ACCOUNT_ROUTES.endOtherSessions)).sessions;
}

/** Gives a proof of identity, which counts for ten minutes. @throws AppError */
export async function confirmIdentity(
  app: AppStore,
  proof: { readonly password: string } | { readonly code: string } | { readonly passkey: object },
): Promise<void> {
  await createAccountClient(app).call(ACCOUNT_ROUTES.confirm, { body: proof });
}
