import type { CartItem } from '#shared/collections/checkouts.ts';
import type { Product } from '#shared/collections/products.ts';
import {
  addToCart,
  joinCarts,
  removeItem,
  setItemCount,
  toCartItem,
  type AddToCartResult,
} from '#shared/domain/cart.ts';
import { cartMirror } from './platform.ts';
import { whenShop } from './shop-handle.ts';

/** Adds a product to the bag; a quantity above the most per order leaves the bag as it was. */
export async function addProduct(product: Product, count: number): Promise<AddToCartResult> {
  let result: AddToCartResult | undefined;
  await changeItems((items) => {
    result = addToCart(items, toCartItem(product, count));
    return result.items;
  });
  return result ?? { outcome: 'unchanged', items: [], inCart: 0 };
}

export async function changeItemCount(productId: string, count: number): Promise<void> {
  await changeItems((items) => setItemCount(items, productId, count));
}

export async function removeFromCart(productId: string): Promise<void> {
  await changeItems((items) => removeItem(items, productId));
}

/** Puts items back into the bag, at most ten of each. */
export async function restoreItems(items: readonly CartItem[]): Promise<void> {
  await changeItems((present) => joinCarts(present, items));
}

/** Empties the bag and keeps it as the last order, so that it can be restored when it turns out unpaid. */
export async function completeOrder(): Promise<void> {
  await changeItems((items) => {
    if (items.length > 0) cartMirror.keepLastOrder(items);
    return [];
  });
}

export function lastOrder(): readonly CartItem[] {
  return cartMirror.lastOrder;
}

async function changeItems(change: (items: readonly CartItem[]) => readonly CartItem[]): Promise<void> {
  const shop = await whenShop();
  await shop.write('checkouts', shop.bagId, (bag) => {
    // Before the bag has come for the first time, its mirror is all there is of it.
    const items = bag?.checkoutItems ?? cartMirror.items;
    const changed = change(items);
    return changed === items ? 'keep' : { checkoutItems: [...changed] };
  });
}
