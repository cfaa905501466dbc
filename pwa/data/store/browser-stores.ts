import { systemClock } from '#shared/kernel/clock.ts';
import type { DraftOrderParts } from '../orders/draft-order-store.ts';
import { openDraftOrderDatabase } from '../orders/open-draft-orders.ts';
import { openLocalStore } from './local-store.ts';
import { watchedStorage, type StorageEvents } from './watched-storage.ts';

/** Changes with the layout of the store. */
const DRAFT_ORDERS_NAME = 'nankeen_draft_orders';

/** Opens this browser's databases. They share one chunk, because both need RxDB. */
export const browserStores = {
  openLocalStore,
  async openDraftOrders(events: StorageEvents): Promise<DraftOrderParts> {
    const database = await openDraftOrderDatabase(DRAFT_ORDERS_NAME, watchedStorage(events));
    return { database, clock: systemClock };
  },
};
