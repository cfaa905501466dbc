import { createApiClient } from '#shared/api/client.ts';
import { publicConfigSchema, type PublicConfig } from '#shared/api/messages.ts';
import { ROUTES } from '#shared/api/routes.ts';
import { DEFAULT_DATA_ENDPOINT } from '#shared/kernel/product-facts.ts';
import { createStore } from '#pwa/create-store.ts';
import { logNotice } from './log.ts';
import { storage, timedFetch } from './platform.ts';
import { readStored } from './store/read-stored.ts';

const KEY = 'nankeen.config';

const BEFORE_FIRST_CONTACT: PublicConfig = {
  currency: 'AUD',
  contactEmail: '',
  dataEndpoint: DEFAULT_DATA_ENDPOINT,
  production: false,
  testPayments: false,
};

/** What the server last said of itself; kept for visits without a network. */
export const shopConfig = createStore<PublicConfig>(
  readStored(storage, KEY, publicConfigSchema) ?? BEFORE_FIRST_CONTACT,
);

/** Asks the server anew; without an answer the stored one stays. */
export async function refreshShopConfig(): Promise<void> {
  try {
    const client = createApiClient({ fetch: timedFetch, origin: '', dataEndpoint: '' });
    shopConfig.set(await client.call(ROUTES.config));
    storage.setItem(KEY, JSON.stringify(shopConfig.read()));
  } catch (error) {
    logNotice('The shop’s settings could not be asked for.', error);
  }
}
