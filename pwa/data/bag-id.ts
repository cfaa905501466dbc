import { readIdentity } from './identity/identity.ts';
import { installation, storage } from './platform.ts';

/** Id of the present bag: the account's id, or the installation's while nobody is signed in. */
export function currentBagId(): string {
  return readIdentity(storage).accountId ?? installation.fid;
}
