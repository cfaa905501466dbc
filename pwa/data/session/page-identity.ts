import type { AppStore } from '../app-store.ts';
import type { UnsentInput } from '../forms/form-store.ts';
import { ORDER_KEYS } from '../cart/order-keys.ts';
import { saveCart } from '../cart/save-cart.ts';
import { logNotice } from '../log.ts';
import { countWaiting, removeStore } from '../store/store-removal.ts';
import { readRights } from '../sync/rights.ts';
import { followSessionEnd, followSignIn, prepareSignIn, type IdentityEffects } from './change-identity.ts';
import { claimAgain } from './claim.ts';
import { wasDeleted } from './delete-account.ts';
import { EMAIL_FOR_SIGN_IN_KEY, LEFT_WORK_KEY, readIdentity, writeIdentity } from './identity.ts';

/** The effects of a change of identity in this page. */
export function createPageIdentity(app: AppStore): IdentityEffects {
  const { storage, cartMirror, localStore, forms } = app;

  /** What was typed without an account stays the device's. */
  async function listForms(accountId: string | undefined): Promise<readonly UnsentInput[]> {
    if (accountId === undefined) return [];
    await forms.ready;
    // Also after the session has ended, when they no longer show.
    return forms.listOf(accountId).filter(({ title }) => title !== undefined);
  }

  return {
    current: () => readIdentity(storage),
    async countWaiting() {
      const store = await localStore.whenOpen();
      // A cart change that only the mirror has is waiting too.
      await saveCart(store, cartMirror);
      const { accountId } = readIdentity(storage);
      const files = await app.files.count(accountId);
      const documents = await countWaiting(store.database, readRights(app));
      return { ...documents, files, forms: await listForms(accountId) };
    },
    push: async () => (await localStore.whenOpen()).push(),
    claim: () => claimAgain(app),
    async open(identity, claim) {
      const { accountId } = readIdentity(storage);
      const isSent = await localStore.replace(() => writeIdentity(storage, identity), claim);
      return isSent && (await app.files.count(accountId)) + (await listForms(accountId)).length === 0;
    },
    async remove({ databaseName, accountId }) {
      await removeStore(databaseName, storage);
      if (accountId === undefined) return;
      await app.files.discard(accountId);
      await app.forms.discard(accountId);
    },
    wasDeleted: async (accountId) => {
      const isDeleted = await wasDeleted(app, accountId);
      if (isDeleted) storage.removeItem(EMAIL_FOR_SIGN_IN_KEY);
      return isDeleted;
    },
    noteLeft({ databaseName }, count) {
      const isNoted = storage.getItem(LEFT_WORK_KEY)?.startsWith(`${databaseName} `) === true;
      if (count > 0) storage.setItem(LEFT_WORK_KEY, `${databaseName} ${count}`);
      else if (isNoted) storage.removeItem(LEFT_WORK_KEY);
    },
    emptyMirror() {
      cartMirror.reset([]);
      for (const key of ORDER_KEYS) storage.removeItem(key);
    },
  };
}

const following = new WeakMap<AppStore, Promise<void>>();

/**
 * Opens the store of the session's account, or the device's own; one change at a time. The session may have begun or
 * ended here, on another page or in another tab. What waits for an account stays with it and is never sent under another
 * identity; what waits for the device is sent before an account takes over what the device wrote.
 */
export function followSession(app: AppStore, accountId: string | undefined): Promise<void> {
  const before = following.get(app) ?? Promise.resolve();
  const next = before.catch(() => undefined).then(() => follow(app, accountId));
  following.set(app, next);
  return next;
}

async function follow(app: AppStore, accountId: string | undefined): Promise<void> {
  const identity = createPageIdentity(app);
  if (accountId === undefined) return followSessionEnd(identity);
  if (identity.current().accountId === undefined) {
    await prepareSignIn(identity).catch((error: unknown) =>
      logNotice('Changes on this device wait until nobody is signed in.', error),
    );
  }
  await followSignIn(identity, accountId);
}
