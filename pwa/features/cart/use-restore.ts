import { useNavigate } from 'react-router-dom';
import type { CartItem } from '#shared/collections/checkouts.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { restoreItems } from '#pwa/data/cart/cart.ts';
import { forgetEmptiedCart, readEmptiedCart } from '#pwa/data/cart/orders.ts';
import { logError } from '#pwa/data/log.ts';

/** Puts items of an emptied cart back and shows the cart. */
export function useRestore(): (items: readonly CartItem[]) => Promise<void> {
  const app = useAppStore();
  const navigate = useNavigate();
  return async (items) => {
    try {
      // Another tab may have put them back already.
      if (readEmptiedCart(app)) await restoreItems(app, items);
      forgetEmptiedCart(app);
      await navigate('/checkout');
    } catch (error) {
      logError('The last order could not be restored:', error);
    }
  };
}
