import type { AppStore } from '../app-store.ts';
import { readIdentity } from '../session/identity.ts';

/**
 * Id of the current cart: the account's id, or the installation's while nobody is signed in.
 * @throws DOMException when the browser can't read the installation's id
 */
export async function currentCartId({
  storage,
  installation,
}: Pick<AppStore, 'storage' | 'installation'>): Promise<string> {
  return readIdentity(storage).accountId ?? installation.fid();
}
