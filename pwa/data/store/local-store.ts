import { systemClock } from '#shared/kernel/clock.ts';
import { nextTask } from '#pwa/pause.ts';
import { importPart } from '#pwa/import-part.ts';
import type { AppStore } from '../app-store.ts';
import { currentCartId } from '../cart/cart-id.ts';
import { createCallHeaders } from '../sync/device-client.ts';
import { claimAgain } from '../session/claim.ts';
import { readIdentity } from '../session/identity.ts';
import { logNotice } from '../log.ts';
import { mirrorCart } from '../cart/mirror-cart.ts';
import { pageClientOptions, replicationClient } from '../sync/page-client.ts';
import { readRights, whenRightsChange } from '../sync/rights.ts';
import { saveCart } from '../cart/save-cart.ts';
import { followConnection, shareConnection } from '../sync/connection-channel.ts';
import { joinLeadership } from '../sync/leadership.ts';
import { createMaySend } from '../sync/may-send.ts';
import { isSent, toPulled } from '../sync/open-collections.ts';
import { onPageWake, requestSync, onSyncRequest } from '../sync/page-wakes.ts';
import { pushWrites, type IsSent } from '../sync/push-writes.ts';
import { onWindowOnline } from '../sync/resend.ts';
import { startSyncEngine, type SyncEngine } from '../sync/sync-engine.ts';
import { openDatabase, type LocalDatabase } from './database.ts';
import { writeDocument } from './local-writes.ts';
import type { LocalStore } from './store-provider.ts';
import { detectEviction } from './eviction-detector.ts';
import type { KeyedStorage } from './page-storage.ts';
import { countWaiting, forgetRemoval, isToBeRemoved, removeStore } from './store-removal.ts';
import { earlierNames } from './store-layout.ts';
import { requestPersistenceOnce } from './persistence.ts';
import { untilSaved, whenSaved } from './unfinished-work.ts';
import { watchedStorage, type StorageEvents } from './watched-storage.ts';

/** How long the next store waits for what this one still sends. */
const LONGEST_END_MS = 10_000;

/** Opens the current identity's store and joins the other tabs, exactly one of which replicates. */
export function openLocalStore(app: AppStore, events: StorageEvents): Promise<LocalStore> {
  return app.storageWatch.follow(open(app, events));
}

async function open(app: AppStore, events: StorageEvents): Promise<LocalStore> {
  const { storage, cartMirror, connection, session, quota, storageWatch } = app;
  const clock = systemClock;
  const identity = readIdentity(storage);
  const cartId = await currentCartId(app);
  const { accountId } = identity;
  forgetRemoval(storage, identity.databaseName);
  const database = await openDatabase({
    name: identity.databaseName,
    storage: watchedStorage(events, storageWatch),
    isShared: true,
  });
  try {
    await whenConnected(database);
    await adoptEarlierStores(database, storage);
  } catch (error) {
    void database.close().catch(() => undefined);
    throw error;
  }
  const hasLostData = await detectEviction(database, storage, clock.now());
  if (hasLostData) app.dataLoss.note();
  const keep: LocalStore['write'] = (collection, id, change) =>
    storageWatch.follow(
      untilSaved(() => quota.withQuota(() => writeDocument({ database, clock }, collection, id, change))),
    );
  const write: LocalStore['write'] = async (collection, id, change) => {
    await keep(collection, id, change);
    // Ask for persistence only once there is something to persist.
    void requestPersistenceOnce();
  };

  // A change made just before a page was closed or killed is only in the mirror, and newer than the cart's document.
  const saveUnsavedCart = () => {
    saveCart({ cartId, accountId, write: keep }, cartMirror).catch((error: unknown) =>
      logNotice('The cart could not be saved yet.', error),
    );
  };

  const noFiles = (error: unknown) => logNotice('No file can be sent.', error);
  const noPush = (error: unknown) =>
    logNotice('Changes on this device wait until nobody is signed in.', error);
  let engine: SyncEngine | undefined;
  let sendFiles: (() => void) | undefined;
  const leave = joinLeadership({
    locks: navigator.locks,
    storage,
    isVisible: () => document.visibilityState === 'visible',
    async lead(ended) {
      connection.setLeading(true);
      saveUnsavedCart();
      // Let the screens show the store's documents first.
      await nextTask();
      // Before the first push, which may have to wait for them.
      await app.files.load().catch(noFiles);
      const unshare = shareConnection(connection);
      sendFiles = () => void app.files.send(ended).catch(noFiles);
      sendFiles();
      while (!ended.aborted) {
        engine = startEngine(app, database, cartId);
        await whenRightsChange(app, ended);
        await engine.stop();
      }
      unshare();
      engine = sendFiles = undefined;
    },
  });
  const wake = () => {
    engine?.wakeNow();
    sendFiles?.();
  };
  const wakeNow = () => (engine ? wake() : requestSync());
  const ends = [
    followConnection(connection, () => engine !== undefined),
    onSyncRequest(wake),
    onPageWake({ window, document }, wakeNow),
  ];
  // Without an account there is no session to renew, and its code isn't loaded.
  const keeping =
    accountId === undefined
      ? undefined
      : importPart(() => import('../session/session-renewal.ts')).then(
          ({ keepSession }) =>
            keepSession({ expiresAt: session.endsAt, subscribe: session.subscribe, renew: session.refresh }),
          (error: unknown) => logNotice('The session can’t be renewed on this page.', error),
        );
  const mirroring = mirrorCart({
    database,
    mirror: cartMirror,
    cartId,
    accountId,
    hasLostData,
    restore: (items) => keep('checkouts', cartId, () => ({ checkoutItems: [...items] })),
  });
  saveUnsavedCart();

  const push = () =>
    engine
      ? engine.pushNow()
      : pushWrites({
          database,
          client: replicationClient(app),
          clock,
          accountId,
          onPushed: () => requestSync(),
          isSent: createIsSent(app),
        });

  async function isAllSent(): Promise<boolean> {
    const { unsent, parked, rejectedChanges } = await countWaiting(database, readRights(app));
    return unsent + parked + rejectedChanges === 0;
  }

  /** Waits for saves in progress, and sends what only this store would send. Callers wait for the next store by now. */
  async function finish(claim: (() => Promise<void>) | undefined): Promise<void> {
    await whenSaved();
    // While an account's store is open, nobody sees what waits in the device's own.
    const isForAccount = claim !== undefined || readIdentity(storage).accountId !== undefined;
    if (accountId === undefined && isForAccount && !(await isAllSent())) await push().catch(noPush);
    await claim?.();
  }

  return {
    database,
    accountId,
    cartId,
    write,
    wakeNow,
    push,
    async close(claim) {
      const tooLate = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_END_MS));
      // A store that can't be read has nothing to send, and closes all the same.
      await Promise.race([finish(claim), tooLate]).catch(() => undefined);
      const isSent = await isAllSent().catch(() => false);
      mirroring.unsubscribe();
      for (const end of ends) end();
      void keeping?.then((end) => end?.());
      await leave();
      await database.close();
      return isSent;
    },
  };
}

/** Waits until the database of every collection is open. @throws when one can't be opened */
async function whenConnected(database: LocalDatabase): Promise<void> {
  const instances = Object.values(database.collections).map((one) => one.internalStorageInstance);
  await Promise.all(instances.map(({ internals }) => internals as Promise<unknown>));
}

/** Adopts the stores of earlier app versions, in one tab at a time. */
async function adoptEarlierStores(database: LocalDatabase, storage: KeyedStorage): Promise<void> {
  for (const name of earlierNames(database.name)) {
    const { adoptEarlierStore } = await importPart(() => import('./earlier-store.ts'));
    await navigator.locks.request('nankeen-adoption', async () => {
      if (isToBeRemoved(storage, name)) return;
      if (await adoptEarlierStore(database, name)) await removeStore(name, storage);
    });
  }
}

function createIsSent(app: AppStore): IsSent {
  return (collection, record) => isSent(collection, readRights(app)) && !app.files.holdsBack(record);
}

function startEngine(app: AppStore, database: LocalDatabase, cartId: string): SyncEngine {
  const { connection, session, quota } = app;
  const headers = createCallHeaders(pageClientOptions(app));
  const { isStaff } = readRights(app);
  const { accountId } = readIdentity(app.storage);
  return startSyncEngine({
    database,
    client: replicationClient(app),
    fetch: app.fetch,
    onOnline: onWindowOnline,
    headers: () => headers('GET'),
    collections: toPulled(readRights(app)),
    isSent: createIsSent(app),
    connection,
    clock: systemClock,
    accountId,
    random: Math.random,
    maySend: createMaySend({ isStaff, cartId }),
    // If the session has expired, the response closes this store.
    onHello: ({ account }) => void session.check(account),
    onReset: () => void (accountId !== undefined && claimAgain(app)),
    onFailure(text, error) {
      logNotice(text, error);
      quota.note(error);
    },
  });
}
