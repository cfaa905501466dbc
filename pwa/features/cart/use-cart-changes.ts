import { useEffect, useState } from 'react';
import type { CartItem } from '#shared/collections/checkouts.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { changeItemCount, removeFromCart, restoreItems } from '#pwa/data/cart/cart.ts';
import { logError } from '#pwa/data/log.ts';
import { useToast } from '#pwa/ui/toasts.ts';

/** How long a removed line can be restored, in milliseconds. */
export const UNDO_MS = 8000;

export interface CartChanges {
  /** Removed items that can still be restored. */
  readonly removed: readonly CartItem[];
  readonly changeCount: (item: CartItem, count: number) => Promise<void>;
  readonly remove: (item: CartItem) => Promise<void>;
  readonly undo: (item: CartItem) => Promise<void>;
}

/** Every change takes effect at once. A removal offers Undo for a while, even after leaving this page. */
export function useCartChanges(): CartChanges {
  const app = useAppStore();
  const [removed, setRemoved] = useState<readonly CartItem[]>([]);
  const showToast = useToast();
  const forget = (item: CartItem) => setRemoved((items) => items.filter((other) => other !== item));

  useEffect(() => {
    const newest = removed.at(-1);
    if (!newest) return undefined;
    const timer = setTimeout(() => setRemoved([]), UNDO_MS);
    return () => clearTimeout(timer);
  }, [removed]);

  /** The cart shows a change even if it can't be saved; a toast then says so. */
  async function reportUnsaved(change: Promise<void>) {
    try {
      await change;
    } catch (error) {
      logError('A cart change could not be saved:', error);
      showToast({
        text: 'Your cart shows this change, but it could not be kept on this device for good. It is tried again with the next one.',
        tone: 'error',
      });
    }
  }

  async function remove(item: CartItem) {
    setRemoved((items) => [...items, item]);
    showToast({
      text: `${item.productName} removed from your cart.`,
      action: { text: 'Undo', act: () => void undo(item) },
    });
    await reportUnsaved(removeFromCart(app, item.FBUID));
  }

  async function undo(item: CartItem) {
    forget(item);
    showToast({ text: `${item.productName} is back in your cart.` });
    await reportUnsaved(restoreItems(app, [item]));
  }

  return {
    removed,
    remove,
    undo,
    changeCount: (item, count) => reportUnsaved(changeItemCount(app, item.FBUID, count)),
  };
}
