import { afterPaint } from '#pwa/after-paint.ts';
import { importPart } from '#pwa/import-part.ts';
import { whenIdle } from '#pwa/when-idle.ts';
import type { AppStore } from './app-store.ts';
import { ACCESS_CODE_KEY } from './session/access-memory.ts';
import { currentCartId } from './cart/cart-id.ts';
import { claimIfDue } from './session/claim.ts';
import { IDENTITY_KEY, readIdentity } from './session/identity.ts';
import { noteContacts } from './sync/last-contact.ts';
import { logError } from './log.ts';
import { keepPictureBudget } from './store/picture-cache.ts';
import { SESSION_KEY } from './session/account-session.ts';
import { removePendingStores } from './store/store-removal.ts';

/**
 * Attaches the data layer to the page. The local store opens at once, unless the page has something to show first. Then
 * it opens after the paint, or, for a server-rendered page without a service worker, when the page has loaded and is
 * idle. The first write opens it in any case.
 * @param shown resolves when the app shows a page with served or early data; absent for any other page
 * @param isServed whether the page came with its data
 */
export function startDataLayer(app: AppStore, shown: Promise<void> | undefined, isServed: boolean): void {
  const { storage, accessMemory, cartMirror, connection, installation, session, localStore } = app;
  const reopen = () => reopenForAnother(app);
  addEventListener('online', () => connection.setOnline(true));
  addEventListener('offline', () => connection.setOnline(false));
  addEventListener('storage', ({ key }) => {
    if (key === 'checkouts') cartMirror.reread();
    if (key === SESSION_KEY) session.reread();
    if (key === ACCESS_CODE_KEY) accessMemory.reread();
    if (key === IDENTITY_KEY) reopen();
  });
  noteContacts(connection, storage);
  // The cart's id follows the installation's.
  installation.subscribe(reopen);
  const followed = () => follow(app, session.read()?.account?.id).catch(failed);
  session.subscribe(() => void followed());
  void accessMemory.restore();
  void closeAccount(app).catch(failed);
  // An earlier page may have been closed before it had followed the session.
  void session
    .refresh()
    .then(followed)
    .then(() => session.read()?.account && claimIfDue(app));
  void app.shopConfig.refresh();
  void removePendingStores(storage);
  keepPictureBudget();
  if (shown) localStore.defer(shown.then(isServed ? whenServedPageIdle : whenPainted));
  localStore.whenDue().then(() => app.earlyProducts.set(undefined), failed);
}

const hasFollowed = new WeakSet<AppStore>();

/** Follows the session. Most pages never change whose store is open, so the code for that comes with the first change. */
async function follow(app: AppStore, accountId: string | undefined): Promise<void> {
  if (!hasFollowed.has(app) && readIdentity(app.storage).accountId === accountId) return;
  hasFollowed.add(app);
  const { followSession } = await importPart(() => import('./session/page-identity.ts'));
  await followSession(app, accountId);
}

/** Ends a sign-out: the page was closed before it had closed the account's store, or killed before it had noted that. */
async function closeAccount(app: AppStore): Promise<void> {
  await app.sessionEnd.restore();
  if (!app.sessionEnd.isDue()) return;
  app.session.reread();
  await follow(app, undefined);
}

/** Replaces the open store if the owner of the cart has changed. */
function reopenForAnother(app: AppStore): void {
  void app.localStore
    .whenDue()
    .then(async (store) => {
      if (store.cartId !== (await currentCartId(app))) await app.localStore.replace();
    })
    .catch(failed);
}

function failed(error: unknown): void {
  logError('The local store could not be opened.', error);
}

/** A hidden tab doesn't paint. */
async function whenPainted(): Promise<void> {
  if (document.visibilityState === 'visible') await new Promise<void>((resolve) => afterPaint(resolve));
}

async function whenServedPageIdle(): Promise<void> {
  if (navigator.serviceWorker?.controller) return;
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  }
  await new Promise<void>((resolve) => whenIdle(resolve));
}
