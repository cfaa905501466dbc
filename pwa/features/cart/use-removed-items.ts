import { useEffect, useState } from 'react';
import type { CartItem } from '#shared/collections/checkouts.ts';
import { removeFromCart, restoreItems } from '#pwa/data/cart.ts';

/** How long a removed line can be brought back. */
export const UNDO_MS = 8000;

export interface RemovedItems {
  readonly removed: readonly CartItem[];
  readonly remove: (item: CartItem) => Promise<void>;
  readonly undo: (item: CartItem) => Promise<void>;
}

/** Removing takes effect at once; the line leaves an Undo behind for a while. */
export function useRemovedItems(): RemovedItems {
  const [removed, setRemoved] = useState<readonly CartItem[]>([]);
  const forget = (item: CartItem) => setRemoved((items) => items.filter((other) => other !== item));

  useEffect(() => {
    const newest = removed.at(-1);
    if (!newest) return undefined;
    const timer = setTimeout(() => setRemoved([]), UNDO_MS);
    return () => clearTimeout(timer);
  }, [removed]);

  async function remove(item: CartItem) {
    setRemoved((items) => [...items, item]);
    await removeFromCart(item.FBUID);
  }

  async function undo(item: CartItem) {
    forget(item);
    await restoreItems([item]);
  }

  return { removed, remove, undo };
}
