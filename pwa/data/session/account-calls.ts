import { createApiClient, type ApiClient } from '#shared/api/client.ts';
import type { AppStore } from '../app-store.ts';
import { toCsrfHeader } from '../sync/csrf-header.ts';

/** Sends the session's cookie without this device's token: these calls concern the browser alone. */
export function createAccountClient({ timedFetch, cookies }: AppStore): ApiClient {
  return createApiClient({
    fetch: timedFetch,
    origin: '',
    dataEndpoint: '',
    headers: () => toCsrfHeader(cookies()),
  });
}
