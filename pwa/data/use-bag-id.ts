import { useStore } from '#pwa/create-store.ts';
import { currentBagId } from './bag-id.ts';
import { shopGeneration } from './shop-handle.ts';

/** Id of the present bag. */
export function useBagId(): string {
  return useStore({ ...shopGeneration, read: currentBagId }, () => '');
}
