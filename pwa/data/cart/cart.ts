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
import { currentCartId } from './cart-id.ts';
import { cartMirror } from '../platform.ts';
import { saveCart } from './save-cart.ts';
import { isCard } from '../queries/ssr-data.ts';
import { whenStore } from '../store/store-provider.ts';
import { UnsavedCartError } from './unsaved-cart-error.ts';

/** Adds a product to the cart; a quantity above the most per order leaves the cart as it was. */
export async function addProduct(product: Product, count: number): Promise<AddToCartResult> {
  const whole = isCard(product) ? await findWhole(product) : product;
  cartMirror.refresh();
  const result = addToCart(cartMirror.items, toCartItem(whole, count));
  await changeItems(() => result.items);
  return result;
}

/** The cart keeps a product as it was when it was added, all of it. */
async function findWhole(card: Product): Promise<Product> {
  return (await import('../queries/whole-product.ts')).findWholeProduct(card);
}

export async function changeItemCount(productId: string, count: number): Promise<void> {
  await changeItems((items) => setItemCount(items, productId, count));
}

export async function removeFromCart(productId: string): Promise<void> {
  await changeItems((items) => removeItem(items, productId));
}

/** Puts items back into the cart, at most ten of each. */
export async function restoreItems(items: readonly CartItem[]): Promise<void> {
  await changeItems((present) => joinCarts(present, items));
}

/** Empties the cart. @param keep gets what was in it, before anything is changed; not called for an empty cart */
export async function emptyCart(keep: (items: readonly CartItem[]) => void): Promise<void> {
  await changeItems((items) => {
    if (items.length === 0) return items;
    keep(items);
    return [];
  });
}

/**
 * The change is kept before this returns; that it is in the local store is what the promise says.
 * @throws UnsavedBagError when it isn't
 */
async function changeItems(change: (items: readonly CartItem[]) => readonly CartItem[]): Promise<void> {
  cartMirror.refresh();
  const changed = change(cartMirror.items);
  if (changed === cartMirror.items) return;
  cartMirror.change(changed, currentCartId());
  try {
    await saveCart(await whenStore(), cartMirror);
  } catch (cause) {
    throw new UnsavedCartError(cause);
  }
}
