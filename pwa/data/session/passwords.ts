import { ROUTES } from '#shared/api/routes.ts';
import type { AppStore } from '../app-store.ts';
import { createAccountClient } from './account-calls.ts';
import { keepEmailForSignIn } from './session.ts';

/** Replaces the password of the signed-in account and signs out its other browsers. @throws AppError */
export async function changePassword(app: AppStore, current: string, password: string): Promise<void> {
  await createAccountClient(app).call(ROUTES.changePassword, { body: { current, password } });
}

/**
 * Sets the password of the account that a mailed link is for, and signs out all its browsers, this one included.
 * @param link its token, and the address it was mailed to
 * @throws AppError
 */
export async function resetPassword(
  app: AppStore,
  { token, email }: { readonly token: string; readonly email: string },
  password: string,
): Promise<void> {
  await createAccountClient(app).call(ROUTES.resetPassword, { body: { token, password } });
  keepEmailForSignIn(app, email);
  await app.session.refresh();
}
