import type { ApiClient } from '#shared/api/client.ts';
import { DEFAULT_DATA_ENDPOINT } from '#shared/kernel/product-facts.ts';
import { createDeviceClient, type DeviceClientOptions } from './device-client.ts';
import { accessMemory, installation, timedFetch } from '../platform.ts';
import { session } from '../session/session-state.ts';
import { shopConfig } from '../shop-config.ts';

/** How this page calls its server. */
export function pageClientOptions(): DeviceClientOptions {
  return {
    fetch: timedFetch,
    origin: '',
    dataEndpoint: shopConfig.read().dataEndpoint || DEFAULT_DATA_ENDPOINT,
    installation,
    access: accessMemory,
    isStaff: () => session.read()?.isStaff ?? false,
    cookies: () => document.cookie,
  };
}

/** The typed client of this page, with this device's token and the account's cookie. */
export function pageClient(): ApiClient {
  return createDeviceClient(pageClientOptions());
}
