import { createApiClient } from '#shared/api/client.ts';
import type { VerifyLink } from '#shared/api/messages.ts';
import { ROUTES } from '#shared/api/routes.ts';
import type { AppStore } from '../app-store.ts';
import { toCsrfHeader } from '../sync/csrf-header.ts';

/**
 * Asks what this browser has to do with a mailed link. Changes nothing.
 * @throws AppError `failed-precondition` for a link that was used, has expired or is unknown
 */
export function readVerifyLink(app: AppStore, token: string): Promise<VerifyLink> {
  return clientOf(app).call(ROUTES.readVerifyLink, { body: { token } });
}

/** Has a new link mailed, if the address belongs to an account that is not verified. @throws AppError */
export async function sendVerifyLink(app: AppStore, email: string): Promise<void> {
  await clientOf(app).call(ROUTES.sendVerifyLink, { body: { email } });
}

/** Sends the session's cookie without this device's token: these calls concern the browser alone. */
function clientOf({ timedFetch, cookies }: AppStore) {
  return createApiClient({
    fetch: timedFetch,
    origin: '',
    dataEndpoint: '',
    headers: () => toCsrfHeader(cookies()),
  });
}
