import type { CartItem } from '#shared/collections/checkouts.ts';
import type { Product } from '#shared/collections/products.ts';
import { toLineCents } from './cart.ts';
import { isPurchasable, toUnitPriceCents } from './product-entries.ts';

/** A line of the cart with the price that is charged now. */
export interface PricedLine {
  /** The product as it was when added. */
  readonly added: CartItem;
  /** The same at its current price. */
  readonly item: CartItem;
  /** The line at the price when it was added, in integer cents, if its current price is another. */
  readonly wasCents?: number;
  /** Why it can't be paid for: its product is no longer sold, or has no price. */
  readonly problem?: 'gone' | 'unpriced';
}

/** @param isComplete whether a product that is not here is no longer sold; otherwise it may still be on its way */
export function priceLine(added: CartItem, product: Product | undefined, isComplete: boolean): PricedLine {
  if (!product && isComplete) return { added, item: added, problem: 'gone' };
  const item = product ? { ...added, productPrices: product.productPrices } : added;
  if (!isPurchasable(item)) return { added, item, problem: 'unpriced' };
  const wasCents = toLineCents(added);
  const isSame = toUnitPriceCents(added) === toUnitPriceCents(item);
  return isSame || wasCents === undefined ? { added, item } : { added, item, wasCents };
}
