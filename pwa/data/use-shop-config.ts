import type { PublicConfig } from '#shared/api/messages.ts';
import { useStore } from '#pwa/create-store.ts';
import { useAppStore } from './app-store.ts';
import { useServedPage } from './queries/ssr-data.ts';

/** The shop's settings: currency, contact address, whether payments are simulated. */
export function useShopConfig(): PublicConfig {
  const { shopConfig } = useAppStore();
  const served = useServedPage();
  return useStore(shopConfig, () => served?.config ?? shopConfig.read());
}
