import { useSyncExternalStore } from 'react';
import type { PublicConfig } from '#shared/api/messages.ts';
import { useServedPage } from './served-page.ts';
import { readShopConfig, subscribeShopConfig } from './shop-config.ts';

/** The shop's settings: currency, mailbox, whether payments are a test. */
export function useShopConfig(): PublicConfig {
  const served = useServedPage();
  return useSyncExternalStore(subscribeShopConfig, readShopConfig, () => served?.config ?? readShopConfig());
}
