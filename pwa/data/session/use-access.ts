import { useStore } from '#pwa/create-store.ts';
import { useAppStore } from '../app-store.ts';

/** Whether the purchase-order pages are unlocked on this device. */
export function useHasAccess(): boolean {
  const { accessMemory } = useAppStore();
  return useStore({ ...accessMemory, read: () => accessMemory.token() !== undefined }, () => false);
}
