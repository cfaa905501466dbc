import type { VerifyLink } from '#shared/api/messages.ts';
import { ROUTES } from '#shared/api/routes.ts';
import type { AppStore } from '../app-store.ts';
import { createAccountClient } from './account-calls.ts';

/**
 * Asks what this browser has to do with a mailed link. Changes nothing.
 * @throws AppError `failed-precondition` for a link that was used, has expired or is unknown
 */
export function readVerifyLink(app: AppStore, token: string): Promise<VerifyLink> {
  return createAccountClient(app).call(ROUTES.readVerifyLink, { body: { token } });
}

/** Has a new link mailed, if the address belongs to an account that is not verified. @throws AppError */
export async function sendVerifyLink(app: AppStore, email: string): Promise<void> {
  await createAccountClient(app).call(ROUTES.sendVerifyLink, { body: { email } });
}
