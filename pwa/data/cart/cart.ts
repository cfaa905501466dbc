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
import type { AppStore } from '../app-store.ts';
import { currentCartId } from './cart-id.ts';
import { saveCart } from './save-cart.ts';
import { isCard } from '../queries/ssr-data.ts';
import { UnsavedCartError } from './unsaved-cart-error.ts';

/** Adds a product to the cart; a quantity above the most per order leaves the cart as it was. */
export async function addProduct(app: AppStore, product: Product, count: number): Promise<AddToCartResult> {
  const { cartMirror } = app;
  const whole = isCard(product) ? await findWhole(app, product) : product;
  cartMirror.refresh();
  const result = addToCart(cartMirror.items, toCartItem(whole, count));
  await changeItems(app, () => result.items);
  return result;
}

/** The cart keeps a product as it was when it was added, all of it. */
async function findWhole(app: AppStore, card: Product): Promise<Product> {
  return (await import('../queries/whole-product.ts')).findWholeProduct(app, card);
}

export async function changeItemCount(app: AppStore, productId: string, count: number): Promise<void> {
  await changeItems(app, (items) => setItemCount(items, productId, count));
}

export async function removeFromCart(app: AppStore, productId: string): Promise<void> {
  await changeItems(app, (items) => removeItem(items, productId));
}

/** Puts items back into the cart, at most ten of each. */
export async function restoreItems(app: AppStore, items: readonly CartItem[]): Promise<void> {
  await changeItems(app, (present) => joinCarts(present, items));
}

/** Empties the cart. @param keep gets what was in it, before anything is changed; not called for an empty cart */
export async function emptyCart(app: AppStore, keep: (items: readonly CartItem[]) => void): Promise<void> {
  await changeItems(app, (items) => {
    if (items.length === 0) return items;
    keep(items);
    return [];
  });
}

/**
 * The change is kept before this returns; that it is in the local store is what the promise says.
 * @throws UnsavedCartError when it isn't
 */
async function changeItems(
  app: AppStore,
  change: (items: readonly CartItem[]) => readonly CartItem[],
): Promise<void> {
  const { cartMirror } = app;
  cartMirror.refresh();
  const changed = change(cartMirror.items);
  if (changed === cartMirror.items) return;
  cartMirror.change(changed, currentCartId(app));
  try {
    await saveCart(await app.localStore.whenOpen(), cartMirror);
  } catch (cause) {
    throw new UnsavedCartError(cause);
  }
}
