import { useStore } from '#pwa/create-store.ts';
import { useAppStore, type AppStore } from '../app-store.ts';
import { readIdentity } from '../session/identity.ts';

/** Id of the current cart: the account's id, or the installation's while nobody is signed in. */
export function currentCartId({ storage, installation }: Pick<AppStore, 'storage' | 'installation'>): string {
  return readIdentity(storage).accountId ?? installation.fid;
}

/** Id of the current cart. */
export function useCartId(): string {
  const app = useAppStore();
  return useStore({ ...app.localStore.generation, read: () => currentCartId(app) }, () => '');
}
