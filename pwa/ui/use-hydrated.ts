import { useSyncExternalStore } from 'react';

/**
 * Whether this page answers yet: what the server rendered stands there for a moment without anything behind it. A form
 * that was sent then would go to the server as an address, with all that was written in it.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}

/** It never changes back. */
function subscribe(): () => void {
  return () => undefined;
}
