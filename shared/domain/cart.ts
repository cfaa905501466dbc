import { MAX_ITEM_COUNT, MIN_ITEM_COUNT, type CartItem } from '#shared/collections/checkouts.ts';
import type { Product } from '#shared/collections/products.ts';
import { toPriceId, toUnitPriceCents } from './product-entries.ts';

/** What became of an add: a quantity above the most per order leaves everything as it was. */
export type AddToCartResult =
  | { readonly outcome: 'added' | 'merged'; readonly items: readonly CartItem[] }
  | { readonly outcome: 'unchanged'; readonly items: readonly CartItem[]; readonly inCart: number };

/** The product's own fields, as they are now, without what belongs to synchronisation. */
export function toCartItem(product: Product, productCount: number): CartItem {
  const { createdAt: _createdAt, writeId: _writeId, sync: _sync, ...content } = product;
  return { ...content, productCount };
}

/** Adds to a cart; a product already there merges counts only if the sum is at most 10. */
export function addToCart(items: readonly CartItem[], added: CartItem): AddToCartResult {
  const present = items.find((item) => item.FBUID === added.FBUID);
  const count = (present?.productCount ?? 0) + added.productCount;
  if (!isItemCount(added.productCount) || !isItemCount(count)) {
    return { outcome: 'unchanged', items, inCart: present?.productCount ?? 0 };
  }
  if (!present) return { outcome: 'added', items: [...items, added] };
  return { outcome: 'merged', items: setItemCount(items, added.FBUID, count) };
}

/** Sets a line's quantity; a number that is not 1-10 leaves everything as it was. */
export function setItemCount(
  items: readonly CartItem[],
  productId: string,
  productCount: number,
): readonly CartItem[] {
  if (!isItemCount(productCount)) return items;
  return items.map((item) => (item.FBUID === productId ? { ...item, productCount } : item));
}

export function removeItem(items: readonly CartItem[], productId: string): readonly CartItem[] {
  return items.filter((item) => item.FBUID !== productId);
}

/** Number of pieces in the cart, as the badge shows it. */
export function countItems(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.productCount, 0);
}

/** Price of a line in integer cents; `undefined` when the product has no readable price. */
export function toLineCents(item: CartItem): number | undefined {
  const unit = toUnitPriceCents(item);
  return unit === undefined ? undefined : unit * item.productCount;
}

/** One line for the payment provider: its price id and how many. */
export interface PaymentLine {
  readonly price: string;
  readonly quantity: number;
}

/** The lines to pay; products without a price id are left out. */
export function toPaymentLines(items: readonly CartItem[]): readonly PaymentLine[] {
  return items.flatMap((item) => {
    const price = toPriceId(item);
    return price === undefined ? [] : [{ price, quantity: item.productCount }];
  });
}

/** Sums the counts of two carts, at most 10 of each product. */
export function joinCarts(mine: readonly CartItem[], theirs: readonly CartItem[]): readonly CartItem[] {
  const joined = theirs.reduce<readonly CartItem[]>((items, item) => {
    const present = items.find((other) => other.FBUID === item.FBUID);
    if (!present) return [...items, item];
    return setItemCount(
      items,
      item.FBUID,
      Math.min(MAX_ITEM_COUNT, present.productCount + item.productCount),
    );
  }, mine);
  return joined;
}

function isItemCount(count: number): boolean {
  return Number.isInteger(count) && count >= MIN_ITEM_COUNT && count <= MAX_ITEM_COUNT;
}
