import { useSyncExternalStore } from 'react';
import type { PublicConfig } from '#shared/api/messages.ts';
import { readShopConfig, subscribeShopConfig } from './shop-config.ts';

/** The shop's settings: currency, mailbox, whether payments are a test. */
export function useShopConfig(): PublicConfig {
  return useSyncExternalStore(subscribeShopConfig, readShopConfig);
}
