import { systemClock } from '#shared/kernel/clock.ts';
import { watchedStorage, type StorageEvents } from '../store/watched-storage.ts';
import { openDraftOrderDatabase, type DraftOrderParts } from './draft-order-store.ts';

/** Changes with the layout of the store. */
const DATABASE_NAME = 'nankeen_draft_orders';

/** Opens this browser's draft orders. */
export async function openBrowserDraftOrders(events: StorageEvents): Promise<DraftOrderParts> {
  const database = await openDraftOrderDatabase(DATABASE_NAME, watchedStorage(events));
  return { database, clock: systemClock };
}
