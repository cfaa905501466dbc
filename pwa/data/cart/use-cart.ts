import { useSyncExternalStore } from 'react';
import type { CartItem } from '#shared/collections/checkouts.ts';
import { countItems } from '#shared/domain/cart.ts';
import { useAppStore } from '../app-store.ts';
import { useQuery } from '../queries/use-query.ts';

export interface Cart {
  readonly items: readonly CartItem[];
  readonly count: number;
  /** Whether the local store is open; before that the items come from the local-storage mirror. */
  readonly isReady: boolean;
}

/** Shown by server-rendered pages, which don't know the visitor's cart. */
const NONE: readonly CartItem[] = [];

/** The cart, read from the mirror. All tabs show the same. */
export function useCart(): Cart {
  const { cartMirror } = useAppStore();
  const items = useSyncExternalStore(
    cartMirror.subscribe,
    () => cartMirror.items,
    () => NONE,
  );
  const isOpen = useQuery('cart', ({ database, cartId }) => database.checkouts.findOne(cartId).$);
  return { items, count: countItems(items), isReady: isOpen !== undefined };
}
