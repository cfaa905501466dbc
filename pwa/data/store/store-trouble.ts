import { createStore, useStore } from '#pwa/create-store.ts';

/**
 * What keeps this page from its local store: `unopened`, the browser doesn't open it; `superseded`, a newer version of
 * the app has taken it over.
 */
export type StoreTrouble = 'unopened' | 'superseded';

/** What keeps this page from its local store, if anything does. */
export const storeTrouble = createStore<StoreTrouble | undefined>(undefined);

export const useStoreTrouble = () => useStore(storeTrouble, () => undefined);
