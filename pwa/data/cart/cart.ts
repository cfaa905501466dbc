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
import { importPart } from '#pwa/import-part.ts';
import type { AppStore } from '../app-store.ts';
import { isCard } from '../queries/ssr-data.ts';
import { readIdentity } from '../session/identity.ts';
import { saveCart } from './save-cart.ts';

/** Adds a product to the cart; a quantity above the limit per order leaves the cart unchanged. */
export async function addProduct(app: AppStore, product: Product, count: number): Promise<AddToCartResult> {
  const { cartMirror } = app;
  const full = isCard(product) ? await loadFullProduct(app, product) : product;
  cartMirror.refresh();
  const result = addToCart(cartMirror.items, toCartItem(full, count));
  await changeItems(app, () => result.items);
  return result;
}

/** Loads all fields of a product known only by its card: the cart keeps a full copy. */
async function loadFullProduct(app: AppStore, card: Product): Promise<Product> {
  return (await importPart(() => import('../queries/full-product.ts'))).findFullProduct(app, card);
}

export async function changeItemCount(app: AppStore, productId: string, count: number): Promise<void> {
  await changeItems(app, (items) => setItemCount(items, productId, count));
}

export async function removeFromCart(app: AppStore, productId: string): Promise<void> {
  await changeItems(app, (items) => removeItem(items, productId));
}

/** Puts items back into the cart, at most ten of each. */
export async function restoreItems(app: AppStore, items: readonly CartItem[]): Promise<void> {
  await changeItems(app, (current) => joinCarts(current, items));
}

/** Empties the cart. @param keep receives the items before they are removed; not called for an empty cart */
export async function emptyCart(app: AppStore, keep: (items: readonly CartItem[]) => void): Promise<void> {
  await changeItems(app, (items) => {
    if (items.length === 0) return items;
    keep(items);
    return [];
  });
}

/**
 * Changes the mirror synchronously; the promise resolves once the change is in the local store.
 * @throws UnsavedCartError when it could not be saved there
 */
async function changeItems(
  app: AppStore,
  change: (items: readonly CartItem[]) => readonly CartItem[],
): Promise<void> {
  const { cartMirror } = app;
  cartMirror.refresh();
  const changed = change(cartMirror.items);
  if (changed === cartMirror.items) return;
  cartMirror.change(changed, readIdentity(app.storage).accountId);
  try {
    await saveCart(await app.localStore.whenOpen(), cartMirror);
  } catch (cause) {
    throw new UnsavedCartError(cause);
  }
}

/** A change is shown and kept in the cart's mirror but not saved to the local store. The next change saves both. */
export class UnsavedCartError extends Error {
  override readonly name = 'UnsavedCartError';

  constructor(cause: unknown) {
    super('A change of the cart could not be saved to the local store.', { cause });
  }
}
