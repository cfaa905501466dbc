import type { CartItem } from '#shared/collections/checkouts.ts';
import type { CartMirror } from './cart-mirror.ts';
import type { Shop } from '../store/shop.ts';

/**
 * Brings a change that only the mirror knows into the bag's document. Doing it twice does nothing more. What the bag got
 * from elsewhere since stays, but for the products that were changed here.
 */
export async function saveBag(
  { bagId, write }: Pick<Shop, 'bagId' | 'write'>,
  mirror: Pick<CartMirror, 'items' | 'unsaved' | 'refresh' | 'settle'>,
): Promise<void> {
  mirror.refresh();
  if (mirror.unsaved?.bagId !== bagId) return;
  let { items } = mirror;
  await write('checkouts', bagId, (bag) => {
    // Another tab may have changed the bag once more since: then that is what it shall hold.
    mirror.refresh();
    const { unsaved } = mirror;
    if (unsaved?.bagId !== bagId) return 'keep';
    items = mirror.items;
    return { checkoutItems: bag ? mergeItems(unsaved.base, items, bag.checkoutItems) : [...items] };
  });
  mirror.settle(items);
}

/** The counts that were changed from `base` to `mine`, put onto what the bag holds. */
export function mergeItems(
  base: readonly CartItem[],
  mine: readonly CartItem[],
  bag: readonly CartItem[],
): CartItem[] {
  const countIn = (items: readonly CartItem[], id: string) =>
    items.find(({ FBUID }) => FBUID === id)?.productCount;
  const isChanged = ({ FBUID }: CartItem) => countIn(base, FBUID) !== countIn(mine, FBUID);
  const kept = bag.flatMap((item) => {
    if (!isChanged(item)) return [item];
    return mine.filter(({ FBUID }) => FBUID === item.FBUID);
  });
  const added = mine.filter((item) => isChanged(item) && !bag.some(({ FBUID }) => FBUID === item.FBUID));
  return [...kept, ...added];
}
