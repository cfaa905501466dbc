import { useSyncExternalStore } from 'react';

/** Whether this page is hydrated. Before that, server-rendered controls have no handlers. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}

/** Hydration never reverts, so there is nothing to subscribe to. */
function subscribe(): () => void {
  return () => undefined;
}
