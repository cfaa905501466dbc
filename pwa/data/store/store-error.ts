import { createStore, useStore } from '#pwa/create-store.ts';

/**
 * What keeps this page from its local store: `unopened`, the browser doesn't open it; `superseded`, a newer version of
 * the app has taken it over.
 */
export type StoreError = 'unopened' | 'superseded';

/** What keeps this page from its local store, if anything does. */
export const storeError = createStore<StoreError | undefined>(undefined);

export const useStoreError = () => useStore(storeError, () => undefined);
