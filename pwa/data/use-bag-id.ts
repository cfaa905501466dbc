import { useSyncExternalStore } from 'react';
import { currentBagId } from './bag-id.ts';
import { subscribeShop } from './shop-handle.ts';

/** Id of the present bag. */
export function useBagId(): string {
  return useSyncExternalStore(subscribeShop, currentBagId, () => '');
}
