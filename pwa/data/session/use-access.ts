import { useStore } from '#pwa/create-store.ts';
import { accessMemory } from '../platform.ts';

/** Whether the purchase-order pages are unlocked on this device. */
export function useHasAccess(): boolean {
  return useStore({ ...accessMemory, read: () => accessMemory.token() !== undefined }, () => false);
}
