import { createContext, useContext } from 'react';
import type { Fetch } from '#shared/api/client.ts';
import type { Product } from '#shared/collections/products.ts';
import type { Store } from '#pwa/create-store.ts';
import type { CartMirror } from './cart/cart-mirror.ts';
import type { FileQueue } from './files/file-queue.ts';
import type { FormStore } from './forms/form-store.ts';
import type { DraftOrderProvider } from './orders/draft-order-provider.ts';
import type { AccessMemory } from './session/access-memory.ts';
import type { AccountSession } from './session/account-session.ts';
import type { LazyInstallation } from './session/lazy-installation.ts';
import type { SessionEnd } from './session/session-end.ts';
import type { ShopConfig } from './shop-config.ts';
import type { DataLoss } from './store/data-loss.ts';
import type { KeyedStorage } from './store/page-storage.ts';
import type { Quota } from './store/quota.ts';
import type { StorageWatch } from './store/storage-watch.ts';
import type { StoreProvider } from './store/store-provider.ts';
import type { ConnectionMonitor } from './sync/connection.ts';

/** All state of the page outside React, built once by `createAppStore` and given to components by context. */
export interface AppStore {
  /** Local storage, or memory where the browser has switched it off. */
  readonly storage: KeyedStorage;
  /** Without a time limit, for requests that may take long. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** A request without a response after 30 seconds fails. */
  readonly timedFetch: Fetch;
  /** The same for requests that the server may get twice: one begun before the network came back is sent again. */
  readonly resendingFetch: Fetch;
  /** The page's cookies, as `document.cookie` has them. */
  readonly cookies: () => string;
  readonly installation: LazyInstallation;
  readonly accessMemory: AccessMemory;
  readonly cartMirror: CartMirror;
  readonly connection: ConnectionMonitor;
  readonly session: AccountSession;
  readonly sessionEnd: SessionEnd;
  readonly shopConfig: ShopConfig;
  readonly dataLoss: DataLoss;
  readonly quota: Quota;
  readonly storageWatch: StorageWatch;
  readonly localStore: StoreProvider;
  readonly draftOrders: DraftOrderProvider;
  readonly forms: FormStore;
  readonly files: FileQueue;
  /** Products read ahead of the local store, which takes longer to open; `undefined` once it is open. */
  readonly earlyProducts: Store<readonly Product[] | undefined>;
}

const AppStoreContext = createContext<AppStore | undefined>(undefined);

export const AppStoreProvider = AppStoreContext.Provider;

/** The page's state outside React. @throws Error outside an `AppStoreProvider` */
export function useAppStore(): AppStore {
  const app = useContext(AppStoreContext);
  if (!app) throw new Error('No AppStoreProvider above this component.');
  return app;
}
