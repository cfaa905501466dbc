import { useStore } from '#pwa/create-store.ts';
import { readIdentity } from '../session/identity.ts';
import { installation, storage } from '../platform.ts';
import { shopGeneration } from '../store/shop-handle.ts';

/** Id of the present bag: the account's id, or the installation's while nobody is signed in. */
export function currentBagId(): string {
  return readIdentity(storage).accountId ?? installation.fid;
}

/** Id of the present bag. */
export function useBagId(): string {
  return useStore({ ...shopGeneration, read: currentBagId }, () => '');
}
