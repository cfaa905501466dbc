import type { ApiClient } from '#shared/api/client.ts';
import { DEFAULT_DATA_ENDPOINT } from '#shared/kernel/product-facts.ts';
import type { AppStore } from '../app-store.ts';
import { createDeviceClient, type DeviceClientOptions } from './device-client.ts';

/** The options of this page's client. */
export function pageClientOptions({
  timedFetch,
  cookies,
  installation,
  accessMemory,
  session,
  shopConfig,
}: AppStore): DeviceClientOptions {
  return {
    fetch: timedFetch,
    origin: '',
    dataEndpoint: shopConfig.read().dataEndpoint || DEFAULT_DATA_ENDPOINT,
    installation,
    access: accessMemory,
    isStaff: () => session.read()?.isStaff ?? false,
    cookies,
  };
}

/** The typed client of this page, with this device's token and the account's cookie. */
export function pageClient(app: AppStore): ApiClient {
  return createDeviceClient(pageClientOptions(app));
}

/** The same client for replication: the server may get its requests twice. */
export function replicationClient(app: AppStore): ApiClient {
  return createDeviceClient({ ...pageClientOptions(app), fetch: app.resendingFetch });
}
