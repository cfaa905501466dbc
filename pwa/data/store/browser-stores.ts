import { systemClock } from '#shared/kernel/clock.ts';
import { APP_ID, APP_VERSION } from '#shared/kernel/product-facts.ts';
import type { Store } from '#pwa/create-store.ts';
import { importPart } from '#pwa/import-part.ts';
import type { AppStore } from '../app-store.ts';
import { isBrowserOnline } from '../is-browser-online.ts';
import type { DraftOrderParts } from '../orders/draft-order-store.ts';
import { createInstallation, type Installation } from '../session/installation.ts';
import { openInstallationRecord } from '../session/installation-database.ts';
import { openDeviceDatabase } from '../session/device-database.ts';
import { openLocalStore } from './local-store.ts';
import { watchedStorage, type StorageEvents } from './watched-storage.ts';

/** Changes with the layout of the store. */
const DRAFT_ORDERS_NAME = 'nankeen_draft_orders_2';

/** Opens this browser's databases. Those that every page needs share one chunk. */
export const browserStores = {
  openLocalStore,
  async openDraftOrders(events: StorageEvents): Promise<DraftOrderParts> {
    const { openDraftOrderDatabase } = await importPart(() => import('../orders/open-draft-orders.ts'));
    const database = await openDraftOrderDatabase(DRAFT_ORDERS_NAME, watchedStorage(events));
    return { database, clock: systemClock };
  },
  openInstallation(app: AppStore, fid: Store<string | undefined>): Installation {
    return createInstallation({
      app: { appId: APP_ID, authVersion: 'FIS_v2', sdkVersion: APP_VERSION },
      storage: openInstallationRecord(openDeviceDatabase(app.storage), fid.set),
      fid,
      fetch: app.resendingFetch,
      origin: '',
      isOnline: isBrowserOnline,
      now: systemClock.now,
    });
  },
};
