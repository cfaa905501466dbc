import { createRxDatabase, type RxStorage } from 'rxdb/plugins/core';
import { draftOrderSchema, orderBaseSchema, revisionSchema } from './draft-order-record.ts';
import type { DraftOrderDatabase } from './draft-order-store.ts';

/** Opens the device's draft orders, creating the database when it is missing. */
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
    orderBases: { schema: orderBaseSchema },
    revisions: { schema: revisionSchema },
  });
  return database;
}
