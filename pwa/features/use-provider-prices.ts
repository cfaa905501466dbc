import { useState } from 'react';
import { findPriceDifferences, type ProviderPrice, type SoldPrice } from '#shared/domain/provider-prices.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { fetchProviderPrices } from '#pwa/data/queries/paid-orders.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { useFetched, type Fetched } from './use-fetched.ts';

/** By price id; `undefined` where the provider has none. */
export type ProviderPrices = ReadonlyMap<string, ProviderPrice | undefined>;

/**
 * The payment provider's prices, as they were read last. The amount of a price id never changes.
 * @param priceIds of the products in question
 */
export function useProviderPrices(priceIds: readonly (string | undefined)[]): Fetched<ProviderPrices> {
  const app = useAppStore();
  const { isOnline } = useConnection();
  const { isStaff } = useSession();
  const [unknown, setUnknown] = useState('');
  const prices = useFetched('provider-prices', () => fetchProviderPrices(app), {
    isPaused: !isOnline || !isStaff,
    // Asks once more about price ids that have come since.
    version: unknown,
  });
  const missing = priceIds.filter((id) => id !== undefined && prices.value?.has(id) === false).join(' ');
  if (missing !== '' && missing !== unknown) setUnknown(missing);
  return prices;
}

/** Why a product can't be paid online at its price; `undefined` if it can, or if that is not known. */
export function findPaymentFault(
  sold: SoldPrice | undefined,
  productId: string,
  prices: ProviderPrices | undefined,
): string | undefined {
  if (!sold || prices?.has(sold.priceId) !== true) return undefined;
  return findPriceDifferences(sold, productId, prices.get(sold.priceId))[0]?.text;
}
