import { createApiClient } from '#shared/api/client.ts';
import { GOOGLE_REFUSALS, GOOGLE_ROUTES, type GoogleRefusal } from '#shared/api/google-routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { AppStore } from '../app-store.ts';
import { toCsrfHeader } from '../sync/csrf-header.ts';
import { prepareSignIn } from './change-identity.ts';
import { createPageIdentity } from './page-identity.ts';

/**
 * Sends what waits, as before any sign-in, and begins one with Google. `openSession` ends it.
 * @returns the address of Google's page
 * @throws AppError of the server, or Error when writes on this device must be sent first
 */
export async function beginGoogleSignIn(app: AppStore): Promise<string> {
  await prepareSignIn(createPageIdentity(app));
  const { timedFetch: fetch, cookies } = app;
  const headers = () => toCsrfHeader(cookies());
  const client = createApiClient({ fetch, origin: '', dataEndpoint: '', headers });
  return (await client.call(GOOGLE_ROUTES.beginGoogle)).url;
}

/** Why a sign-in with Google did not happen, as an error. */
export function googleRefused(reason: GoogleRefusal): AppError {
  return new AppError('permission-denied', GOOGLE_REFUSALS[reason], { reason });
}
