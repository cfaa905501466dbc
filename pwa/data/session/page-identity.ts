import { ORDER_KEYS } from '../cart/order-keys.ts';
import { cartMirror, storage } from '../platform.ts';
import { saveCart } from '../cart/save-cart.ts';
import { replaceStore, whenStore } from '../store/store-provider.ts';
import { countWaiting, removeStore } from '../store/store-removal.ts';
import { followSignIn, type IdentityWorld } from './change-identity.ts';
import { claimAgain } from './claim.ts';
import { readIdentity, toIdentity, writeIdentity } from './identity.ts';

/** The changes of identity of this page. */
export const pageIdentity: IdentityWorld = {
  current: () => readIdentity(storage),
  async countWaiting() {
    const store = await whenStore();
    // A cart that only its mirror knows yet waits too, and goes where the rest goes.
    await saveCart(store, cartMirror);
    return countWaiting(store.database);
  },
  push: async () => (await whenStore()).push(),
  claim: claimAgain,
  open: (identity) => replaceStore(() => writeIdentity(storage, identity)),
  remove: ({ databaseName }) => removeStore(databaseName, storage),
  emptyMirror() {
    cartMirror.reset([]);
    for (const key of ORDER_KEYS) storage.removeItem(key);
  },
};

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
