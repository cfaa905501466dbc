import { createApiClient } from '#shared/api/client.ts';
import { publicConfigSchema, type PublicConfig } from '#shared/api/messages.ts';
import { ROUTES } from '#shared/api/routes.ts';
import { DEFAULT_DATA_ENDPOINT } from '#shared/kernel/product-facts.ts';
import { logNotice } from './log.ts';
import { storage, timedFetch } from './platform.ts';
import { readStored } from './read-stored.ts';

const KEY = 'nankeen.config';

const BEFORE_FIRST_CONTACT: PublicConfig = {
  currency: 'AUD',
  contactEmail: '',
  dataEndpoint: DEFAULT_DATA_ENDPOINT,
  production: false,
  testPayments: false,
};

let current = readStored(storage, KEY, publicConfigSchema) ?? BEFORE_FIRST_CONTACT;
const listeners = new Set<() => void>();

/** What the server last said of itself; kept for visits without a network. */
export function readShopConfig(): PublicConfig {
  return current;
}

export function subscribeShopConfig(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks the server anew; without an answer the stored one stays. */
export async function refreshShopConfig(): Promise<void> {
  try {
    current = await createApiClient({ fetch: timedFetch, origin: '', dataEndpoint: '' }).call(ROUTES.config);
    storage.setItem(KEY, JSON.stringify(current));
    for (const listener of listeners) listener();
  } catch (error) {
    logNotice('The shop’s settings could not be asked for.', error);
  }
}
