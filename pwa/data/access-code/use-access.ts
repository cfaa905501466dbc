import { useSyncExternalStore } from 'react';
import { accessMemory } from '../platform.ts';

/** Whether the purchase-order pages are unlocked on this device. */
export function useHasAccess(): boolean {
  return useSyncExternalStore(
    accessMemory.subscribe,
    () => accessMemory.token() !== undefined,
    () => false,
  );
}
