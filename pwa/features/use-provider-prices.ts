import { useMemo, useState } from 'react';
import type { Product } from '#shared/collections/products.ts';
import { toPriceId } from '#shared/domain/product-entries.ts';
import {
  findPriceDifferences,
  toSoldPrice,
  type ProviderPrice,
  type SoldPrice,
} from '#shared/domain/provider-prices.ts';
import { toWriteState } from '#shared/sync/write-state.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { fetchProviderPrices } from '#pwa/data/queries/paid-orders.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { useShopConfig } from '#pwa/data/use-shop-config.ts';
import type { WrongPrice } from './new-price.tsx';
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

/** A product that can't be paid online, and why. */
export interface ExplainedPrice extends WrongPrice {
  readonly text: string;
  /** Whether the server has the product as it is here. */
  readonly isSent: boolean;
}

interface WrongPrices extends Pick<Fetched<ProviderPrices>, 'status' | 'reason' | 'reload'> {
  readonly wrong: readonly ExplainedPrice[];
}

/** The products that can't be paid online; none until the provider's prices are known. */
export function useWrongPrices(products: readonly Product[]): WrongPrices {
  const { currency } = useShopConfig();
  const { value, ...prices } = useProviderPrices(products.map(toPriceId));
  const wrong = useMemo(() => findWrongPrices(products, value, currency), [products, value, currency]);
  return { ...prices, wrong };
}

function findWrongPrices(
  products: readonly Product[],
  prices: ProviderPrices | undefined,
  currency: string,
): readonly ExplainedPrice[] {
  return products.flatMap((product) => {
    const sold = toSoldPrice(product, currency);
    const text = findPaymentFault(sold, product.STUPID, prices);
    if (!sold || text === undefined) return [];
    const isSent = toWriteState(product, false) === 'acknowledged';
    return [{ ...sold, productId: product.FBUID, text, isSent }];
  });
}
