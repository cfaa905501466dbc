import type { Product } from '#shared/collections/products.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { toPriceId, toUnitPriceCents } from './product-entries.ts';

/** A price at the payment provider. Its amount never changes. */
export interface ProviderPrice {
  readonly productId: string;
  readonly unitCents?: number | undefined;
  /** ISO 4217, upper case. */
  readonly currency: string;
  readonly isActive: boolean;
}

/** What buyers pay online for a product. */
export interface SoldPrice {
  readonly priceId: string;
  readonly unitCents: number;
  readonly currency: string;
}

/** The price of a product; `undefined` if it is not sold online. */
export function toSoldPrice(product: Product, currency: string): SoldPrice | undefined {
  const [priceId, unitCents] = [toPriceId(product), toUnitPriceCents(product)];
  return priceId === undefined || unitCents === undefined ? undefined : { priceId, unitCents, currency };
}

export interface PriceDifference {
  readonly kind: 'price-missing' | 'price-inactive' | 'price-currency' | 'price-amount' | 'price-product';
  readonly text: string;
}

/**
 * Why a product can’t be paid online at its price.
 * @param productId of the product at the provider
 * @param price at the provider; `undefined` if it has none with this id
 */
export function findPriceDifferences(
  { priceId, unitCents, currency }: SoldPrice,
  productId: string,
  price: ProviderPrice | undefined,
): readonly PriceDifference[] {
  if (!price) return [{ kind: 'price-missing', text: `The provider has no price ${priceId}.` }];
  const found: PriceDifference[] = [];
  if (!price.isActive)
    found.push({ kind: 'price-inactive', text: `The provider’s price ${priceId} is not active.` });
  if (price.currency !== currency)
    found.push({
      kind: 'price-currency',
      text: `The price ${priceId} is in ${price.currency}, the shop in ${currency}.`,
    });
  else if (price.unitCents !== unitCents) {
    const theirs = price.unitCents === undefined ? 'No amount' : formatCents(price.unitCents, currency);
    const text = `${theirs} at the provider, ${formatCents(unitCents, currency)} in the shop.`;
    found.push({ kind: 'price-amount', text });
  }
  if (price.productId !== productId)
    found.push({
      kind: 'price-product',
      text: `The price ${priceId} is of the product ${price.productId}, not of ${productId}.`,
    });
  return found;
}
