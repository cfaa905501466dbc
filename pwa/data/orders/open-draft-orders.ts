import { createRxDatabase, type RxStorage } from 'rxdb/plugins/core';
import { draftOrderSchema, orderNoteSchema } from './draft-order-record.ts';
import type { DraftOrderDatabase } from './draft-order-store.ts';

/**
 * Opens the device's draft orders, creating the database when it is missing. Its two collections and those of the local
 * store are as many as RxDB allows at once.
 */
export async function openDraftOrderDatabase(
  name: string,
  storage: RxStorage<unknown, unknown>,
): Promise<DraftOrderDatabase> {
  const database: DraftOrderDatabase = await createRxDatabase({
    name,
    storage,
    multiInstance: true,
    eventReduce: true,
    closeDuplicates: true,
    // Every tab may clean up, as in the local stores.
    cleanupPolicy: { waitForLeadership: false },
  });
  await database.addCollections({
    draftOrders: { schema: draftOrderSchema },
    orderNotes: { schema: orderNoteSchema },
  });
  return database;
}
