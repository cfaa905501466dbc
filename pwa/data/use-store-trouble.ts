import { useSyncExternalStore } from 'react';
import { readStoreTrouble, subscribeStoreTrouble, type StoreTrouble } from './store-trouble.ts';

/** What keeps this page from its local store, if anything does. */
export function useStoreTrouble(): StoreTrouble | undefined {
  return useSyncExternalStore(subscribeStoreTrouble, readStoreTrouble, () => undefined);
}
