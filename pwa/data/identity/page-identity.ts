import { ROUTES } from '#shared/api/routes.ts';
import { logNotice } from '../log.ts';
import { pageClient } from '../page-client.ts';
import { cartMirror, storage } from '../platform.ts';
import { replaceShop, whenShop } from '../shop-handle.ts';
import { countWaiting, removeStore } from '../store-care.ts';
import { followSignIn, type IdentityWorld } from './change-identity.ts';
import { readIdentity, toIdentity, writeIdentity } from './identity.ts';

/** Set until the account that signed in here has taken over what the device wrote. */
const CLAIM_KEY = 'nankeen.claimDue';

/** The changes of identity of this page. */
export const pageIdentity: IdentityWorld = {
  current: () => readIdentity(storage),
  countWaiting: async () => countWaiting((await whenShop()).database),
  push: async () => (await whenShop()).push(),
  async claim() {
    storage.setItem(CLAIM_KEY, '1');
    await claimWhatIsDue();
  },
  open: (identity) => replaceShop(() => writeIdentity(storage, identity)),
  remove: ({ databaseName }) => removeStore(databaseName, storage),
  emptyMirror() {
    cartMirror.reset([]);
    cartMirror.keepLastOrder([]);
  },
};

/** Claims what is due; what can't be claimed now is claimed later, and is seen by the account meanwhile. */
export async function claimWhatIsDue(): Promise<void> {
  if (storage.getItem(CLAIM_KEY) === null) return;
  try {
    await pageClient().call(ROUTES.claim);
    storage.removeItem(CLAIM_KEY);
  } catch (error) {
    logNotice('What this device wrote could not be given to the account yet.', error);
  }
}

/**
 * Follows a session that changed without this page's doing: it ran out, or was made elsewhere. What waits is kept for
 * its account, and never sent under another identity.
 */
export async function followSession(accountId: string | undefined): Promise<void> {
  if (pageIdentity.current().accountId === accountId) return;
  if (accountId !== undefined) return followSignIn(pageIdentity, accountId);
  pageIdentity.emptyMirror();
  await pageIdentity.open(toIdentity(undefined));
}
