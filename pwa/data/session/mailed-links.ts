import type { MailedLink } from '#shared/api/messages.ts';
import { ACCOUNT_ROUTES } from '#shared/api/account-routes.ts';
import { ROUTES } from '#shared/api/routes.ts';
import type { AppStore } from '../app-store.ts';
import { createAccountClient } from './account-calls.ts';

/** What a link is for: to verify an address, to set a new password, to move an account to another address, or to delete it. */
export type LinkPurpose = 'verify' | 'reset' | 'address' | 'delete-account';

/** Those that anybody may ask for. */
export type AskedPurpose = Exclude<LinkPurpose, 'address' | 'delete-account'>;

const READ = {
  verify: ROUTES.readVerifyLink,
  reset: ROUTES.readResetLink,
  address: ACCOUNT_ROUTES.readAddressLink,
  'delete-account': ACCOUNT_ROUTES.readDeletionLink,
} as const;
const SEND = { verify: ROUTES.sendVerifyLink, reset: ROUTES.sendResetLink } as const;

/**
 * Asks what this browser has to do with a mailed link. Changes nothing.
 * @throws AppError `failed-precondition` for a link that was used, has expired or is unknown
 */
export function readLink(app: AppStore, purpose: LinkPurpose, token: string): Promise<MailedLink> {
  return createAccountClient(app).call(READ[purpose], { body: { token } });
}

/** Has a new link mailed, if the address belongs to an account that needs one. @throws AppError */
export async function sendLink(app: AppStore, purpose: AskedPurpose, email: string): Promise<void> {
  await createAccountClient(app).call(SEND[purpose], { body: { email } });
}
