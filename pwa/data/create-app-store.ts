import type { Fetch } from '#shared/api/client.ts';
import type { Product } from '#shared/collections/products.ts';
import { createStore, type Store } from '#pwa/create-store.ts';
import { importPart } from '#pwa/import-part.ts';
import { nextTask } from '#pwa/pause.ts';
import type { AppStore } from './app-store.ts';
import { createCartMirror } from './cart/cart-mirror.ts';
import { createLazyFileQueue, PART_MISSING, type FileList, type OpenFileQueue } from './files/file-queue.ts';
import type { FormStore } from './forms/form-store.ts';
import { createLazyForms } from './forms/lazy-forms.ts';
import { createDraftOrderProvider, type OpenDraftOrders } from './orders/draft-order-provider.ts';
import { isBrowserOnline } from './is-browser-online.ts';
import { createAccessMemory } from './session/access-memory.ts';
import { openDeviceDatabase, type OpenRecord } from './session/device-database.ts';
import { createAccountSession, type AccountSession } from './session/account-session.ts';
import type { Installation } from './session/installation.ts';
import { createLazyInstallation } from './session/lazy-installation.ts';
import { afterSessionEnd, createSessionEnd } from './session/session-end.ts';
import { createShopConfig } from './shop-config.ts';
import { createDataLoss } from './store/data-loss.ts';
import { createPageStorage, type KeyedStorage } from './store/page-storage.ts';
import { createQuota } from './store/quota.ts';
import { createStorageWatch } from './store/storage-watch.ts';
import { createStoreProvider, type LocalStore } from './store/store-provider.ts';
import type { StorageEvents } from './store/watched-storage.ts';
import { createConnectionMonitor } from './sync/connection.ts';
import { createResendingFetch, onWindowOnline, type OnOnline } from './sync/resend.ts';

export interface AppStoreParts {
  readonly storage: KeyedStorage;
  readonly fetch: AppStore['fetch'];
  readonly cookies: () => string;
  readonly now: () => number;
  readonly isOnline: () => boolean;
  readonly onOnline: OnOnline;
  readonly openRecord: OpenRecord;
  readonly openInstallation: (app: AppStore, fid: Store<string | undefined>) => Promise<Installation>;
  readonly openStore: (app: AppStore, events: StorageEvents) => Promise<LocalStore>;
  readonly openDraftOrders: OpenDraftOrders;
  readonly openForms: (session: AccountSession) => Promise<FormStore>;
  readonly openFiles: (app: AppStore, files: FileList) => Promise<OpenFileQueue>;
}

/** Builds the page's state. @param overrides for tests; the browser's own parts otherwise */
export function createAppStore(overrides: Partial<AppStoreParts> = {}): AppStore {
  const parts = { ...browserParts(), ...overrides };
  const { storage, cookies, now, isOnline, onOnline, openInstallation, openStore, openRecord } = parts;
  const { openDraftOrders, openForms, openFiles } = parts;
  const resending = (fetch: AppStore['fetch']) => createResendingFetch(withTimeout(fetch), onOnline);
  const sessionEnd = createSessionEnd({ ...parts, fetch: resending(parts.fetch) });
  const fetch = afterSessionEnd(parts.fetch, sessionEnd);
  const quota = createQuota();
  const timedFetch = withTimeout(fetch);
  const resendingFetch = resending(fetch);
  const session = createAccountSession({ storage, fetch: resendingFetch, sessionEnd });
  const app: AppStore = {
    storage,
    fetch,
    timedFetch,
    resendingFetch,
    cookies,
    installation: createLazyInstallation((fid) => openInstallation(app, fid)),
    accessMemory: createAccessMemory(storage, openRecord),
    cartMirror: createCartMirror(storage, now),
    connection: createConnectionMonitor(isOnline()),
    session,
    sessionEnd,
    shopConfig: createShopConfig({ storage, fetch: resendingFetch }),
    dataLoss: createDataLoss(storage),
    quota,
    storageWatch: createStorageWatch(),
    localStore: createStoreProvider((events) => openStore(app, events)),
    draftOrders: createDraftOrderProvider(quota, openDraftOrders),
    files: createLazyFileQueue(storage, (files) => openFiles(app, files)),
    forms: createLazyForms(() => openForms(session)),
    earlyProducts: createStore<readonly Product[] | undefined>(undefined),
  };
  return app;
}

const importStores = () => importPart(() => import('./store/browser-stores.ts'));

function browserParts(): AppStoreParts {
  const storage = createPageStorage(() => localStorage);
  return {
    storage,
    openRecord: openDeviceDatabase(storage),
    // The browser would log an error for each request without a network.
    fetch: async (url, init) => {
      if (!isBrowserOnline()) throw new TypeError('The browser is offline.');
      return fetch(url, init);
    },
    cookies: () => document.cookie,
    now: () => Date.now(),
    isOnline: isBrowserOnline,
    onOnline: onWindowOnline,
    openInstallation: async (app, fid) => {
      const { browserStores } = await importStores();
      return browserStores.openInstallation(app, fid);
    },
    openStore: async (app, events) => {
      // Loading the code, running it and opening the store are each a long task: the page responds in between.
      await nextTask();
      const { browserStores } = await importStores();
      await nextTask();
      return browserStores.openLocalStore(app, events);
    },
    openDraftOrders: async (events) => {
      const { browserStores } = await importStores();
      return browserStores.openDraftOrders(events);
    },
    openFiles: async (app, files) => {
      const { openFileQueue } = await importPart(() => import('./files/open-file-queue.ts')).catch(
        (cause: unknown) => {
          throw new Error(PART_MISSING, { cause });
        },
      );
      return openFileQueue(app, files);
    },
    openForms: async (session) => {
      const { createFormStore } = await importPart(() => import('./forms/form-store.ts'));
      return createFormStore({ session, now: () => Date.now() });
    },
  };
}

/** A request without a response after this long has failed. */
const TIMEOUT_MS = 30_000;

function withTimeout(fetch: AppStore['fetch']): Fetch {
  return (url, init) => {
    const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(init?.signal ? [init.signal as AbortSignal] : [])];
    return fetch(url, { ...init, signal: AbortSignal.any(signals) });
  };
}
