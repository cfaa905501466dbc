import { createStore, type ReadableStore, type Store } from '#pwa/create-store.ts';
import type { Installation } from './installation.ts';

/** The installation as the page has it: its code is loaded at its first use. */
export interface LazyInstallation extends Installation {
  /** Calls `listener` whenever the id becomes known or changes. */
  readonly subscribe: ReadableStore<unknown>['subscribe'];
}

export type OpenInstallation = (fid: Store<string | undefined>) => Promise<Installation>;

export function createLazyInstallation(open: OpenInstallation): LazyInstallation {
  const fid = createStore<string | undefined>(undefined);
  let opening: Promise<Installation> | undefined;
  const whenOpen = () =>
    (opening ??= open(fid).catch((error: unknown) => {
      opening = undefined;
      throw error;
    }));

  return {
    fid: async () => (await whenOpen()).fid(),
    authToken: async () => (await whenOpen()).authToken(),
    dropToken: (refused) => void opening?.then((installation) => installation.dropToken(refused)),
    forget: async () => (await whenOpen()).forget(),
    subscribe: fid.subscribe,
  };
}
