import { ACCOUNT_ROUTES } from '#shared/api/account-routes.ts';
import type { AppStore } from '../app-store.ts';
import { createAccountClient } from './account-calls.ts';

/** Signs the other browsers out. @throws AppError `CONFIRM_IDENTITY` without a recent proof of identity */
export async function unlinkGoogle(app: AppStore): Promise<void> {
  await createAccountClient(app).call(ACCOUNT_ROUTES.unlinkGoogle);
  await app.session.refresh();
}
