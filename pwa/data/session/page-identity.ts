import { ORDER_KEYS } from '../cart/order-keys.ts';
import { cartMirror, storage } from '../platform.ts';
import { saveBag } from '../cart/save-bag.ts';
import { replaceShop, whenShop } from '../store/shop-handle.ts';
import { countWaiting, removeStore } from '../store/store-care.ts';
import { followSignIn, type IdentityWorld } from './change-identity.ts';
import { claimAgain } from './claim.ts';
import { readIdentity, toIdentity, writeIdentity } from './identity.ts';

/** The changes of identity of this page. */
export const pageIdentity: IdentityWorld = {
  current: () => readIdentity(storage),
  async countWaiting() {
    const shop = await whenShop();
    // A bag that only its mirror knows yet waits too, and goes where the rest goes.
    await saveBag(shop, cartMirror);
    return countWaiting(shop.database);
  },
  push: async () => (await whenShop()).push(),
  claim: claimAgain,
  open: (identity) => replaceShop(() => writeIdentity(storage, identity)),
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
