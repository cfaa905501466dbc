import { useStore } from '#pwa/create-store.ts';
import { readIdentity } from '../session/identity.ts';
import { installation, storage } from '../platform.ts';
import { storeGeneration } from '../store/store-provider.ts';

/** Id of the present cart: the account's id, or the installation's while nobody is signed in. */
export function currentCartId(): string {
  return readIdentity(storage).accountId ?? installation.fid;
}

/** Id of the present cart. */
export function useCartId(): string {
  return useStore({ ...storeGeneration, read: currentCartId }, () => '');
}
