import { useSyncExternalStore } from 'react';
import { readIsFull, subscribeIsFull } from './storage-room.ts';

/** Whether this device has no room for anything more; what is here can still be read. */
export function useIsDeviceFull(): boolean {
  return useSyncExternalStore(subscribeIsFull, readIsFull, () => false);
}
