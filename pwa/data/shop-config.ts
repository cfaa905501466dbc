import { createApiClient, type Fetch } from '#shared/api/client.ts';
import { publicConfigSchema, type PublicConfig } from '#shared/api/messages.ts';
import { ROUTES } from '#shared/api/routes.ts';
import { NO_SELLER } from '#shared/domain/seller.ts';
import { DEFAULT_DATA_ENDPOINT } from '#shared/kernel/product-facts.ts';
import { createStore, type ReadableStore } from '#pwa/create-store.ts';
import { logNotice } from './log.ts';
import type { KeyedStorage } from './store/page-storage.ts';
import { readStored } from './store/read-stored.ts';

const KEY = 'nankeen.config';

const BEFORE_FIRST_CONTACT: PublicConfig = {
  currency: 'AUD',
  contactEmail: '',
  seller: NO_SELLER,
  gstRule: 'specified',
  pictureOrigins: [],
  deliveryCountries: [],
  dataEndpoint: DEFAULT_DATA_ENDPOINT,
  production: false,
  testPayments: false,
  googleSignIn: false,
};

/** The server's public settings, kept for visits without a network. */
export interface ShopConfig extends ReadableStore<PublicConfig> {
  /** Asks the server again; without a response the stored settings stay. */
  refresh(): Promise<void>;
}

interface ShopConfigOptions {
  readonly storage: KeyedStorage;
  readonly fetch: Fetch;
}

export function createShopConfig({ storage, fetch }: ShopConfigOptions): ShopConfig {
  const config = createStore(readStored(storage, KEY, publicConfigSchema) ?? BEFORE_FIRST_CONTACT);
  return {
    read: config.read,
    subscribe: config.subscribe,
    async refresh() {
      try {
        const fetched = await createApiClient({ fetch, origin: '', dataEndpoint: '' }).call(ROUTES.config);
        // The same settings must not render every picture again.
        if (JSON.stringify(fetched) === JSON.stringify(config.read())) return;
        config.set(fetched);
        storage.setItem(KEY, JSON.stringify(fetched));
      } catch (error) {
        logNotice('The shop’s settings could not be fetched.', error);
      }
    },
  };
}
