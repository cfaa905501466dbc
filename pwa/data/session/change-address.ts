import { ACCOUNT_ROUTES } from '#shared/api/account-routes.ts';
import type { AppStore } from '../app-store.ts';
import { createAccountClient } from './account-calls.ts';
import { keepEmailForSignIn } from './session.ts';

/**
 * Has a link mailed to the address that the signed-in account is to have.
 * @throws AppError, `CONFIRM_IDENTITY` without a recent proof of identity
 */
export async function sendAddressLink(app: AppStore, email: string): Promise<void> {
  await createAccountClient(app).call(ACCOUNT_ROUTES.sendAddressLink, { body: { email } });
}

/**
 * Gives an account the address that a link was mailed to, and signs out all its browsers, this one included.
 * @param link its token, and the address it was mailed to
 * @throws AppError
 */
export async function changeAddress(
  app: AppStore,
  { token, email }: { readonly token: string; readonly email: string },
): Promise<void> {
  await createAccountClient(app).call(ACCOUNT_ROUTES.changeAddress, { body: { token } });
  keepEmailForSignIn(app, email);
  await app.session.refresh();
}
