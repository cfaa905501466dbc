import { ACCOUNT_ROUTES, type AskedDeletion } from '#shared/api/account-routes.ts';
import type { AppStore } from '../app-store.ts';
import { createAccountClient } from './account-calls.ts';

/** Whether a link that deletes the signed-in account was asked for. @throws AppError */
export function fetchDeletion(app: AppStore): Promise<AskedDeletion> {
  return createAccountClient(app).call(ACCOUNT_ROUTES.deletion);
}

/** Has that link mailed. @throws AppError, `CONFIRM_IDENTITY` without a recent proof of identity */
export function askDeletion(app: AppStore): Promise<AskedDeletion> {
  return createAccountClient(app).call(ACCOUNT_ROUTES.askDeletion);
}

/** Makes the link useless. @throws AppError */
export function cancelDeletion(app: AppStore): Promise<AskedDeletion> {
  return createAccountClient(app).call(ACCOUNT_ROUTES.cancelDeletion);
}

/** Deletes the account of a mailed link; this device then removes what it holds of it. @throws AppError */
export async function confirmDeletion(app: AppStore, token: string): Promise<void> {
  await createAccountClient(app).call(ACCOUNT_ROUTES.confirmDeletion, { body: { token } });
  await app.session.refresh();
}

/** Whether an account was deleted; `false` if the server could not be asked. */
export async function wasDeleted(app: AppStore, account: string): Promise<boolean> {
  try {
    return (await createAccountClient(app).call(ACCOUNT_ROUTES.wasDeleted, { body: { account } })).isDeleted;
  } catch {
    return false;
  }
}
