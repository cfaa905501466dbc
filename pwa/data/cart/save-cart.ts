import type { CartItem } from '#shared/collections/checkouts.ts';
import type { LocalStore } from '../store/store-provider.ts';
import type { CartMirror } from './cart-mirror.ts';

/**
 * Saves the mirror's unsaved change to the cart's document. Idempotent. Changes from elsewhere stay, except to products
 * changed here.
 */
export async function saveCart(
  { accountId, cartId, write }: Pick<LocalStore, 'accountId' | 'cartId' | 'write'>,
  mirror: Pick<CartMirror, 'items' | 'unsaved' | 'refresh' | 'settle'>,
): Promise<void> {
  mirror.refresh();
  if (!mirror.unsaved || mirror.unsaved.accountId !== accountId) return;
  let { items } = mirror;
  await write('checkouts', cartId, (cart) => {
    // Another tab may have changed the mirror since: save the newest change.
    mirror.refresh();
    const { unsaved } = mirror;
    if (!unsaved || unsaved.accountId !== accountId) return 'keep';
    items = mirror.items;
    return { checkoutItems: cart ? mergeItems(unsaved.changed, items, cart.checkoutItems) : [...items] };
  });
  mirror.settle(items);
}

/** Applies the changes of these products in `mine` to the items of the cart. */
export function mergeItems(
  changed: readonly string[],
  mine: readonly CartItem[],
  cart: readonly CartItem[],
): CartItem[] {
  const isChanged = ({ FBUID }: CartItem) => changed.includes(FBUID);
  const kept = cart.flatMap((item) =>
    isChanged(item) ? mine.filter(({ FBUID }) => FBUID === item.FBUID) : [item],
  );
  const added = mine.filter((item) => isChanged(item) && !cart.some(({ FBUID }) => FBUID === item.FBUID));
  return [...kept, ...added];
}
