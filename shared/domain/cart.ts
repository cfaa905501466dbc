import { MAX_ITEM_COUNT, MIN_ITEM_COUNT, type CartItem } from '#shared/collections/checkouts.ts';
import type { Product } from '#shared/collections/products.ts';
import { toPriceId, toUnitPriceCents } from './product-entries.ts';

/** Result of adding to a cart; a quantity above the limit per order changes nothing. */
export type AddToCartResult =
  | { readonly outcome: 'added' | 'merged'; readonly items: readonly CartItem[] }
  | { readonly outcome: 'unchanged'; readonly items: readonly CartItem[]; readonly inCart: number };

/** A cart item with the product's current fields, without its sync fields. */
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

/** Sets a line's quantity; a number outside 1-10 changes nothing. */
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

/** Total quantity in the cart, as shown on the badge. */
export function countItems(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.productCount, 0);
}

/** Price of a line in integer cents; `undefined` when the product has no readable price. */
export function toLineCents(item: CartItem): number | undefined {
  const unit = toUnitPriceCents(item);
  return unit === undefined ? undefined : unit * item.productCount;
}

/** A line for the payment provider: price id and quantity. */
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
