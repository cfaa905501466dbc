import type { DraftOrderContent } from '#shared/domain/draft-order.ts';
import { useStore } from '#pwa/create-store.ts';
import { useAppStore } from '../app-store.ts';
import { mapResults, useResults, type Results } from '../queries/use-query.ts';
import type { RevisionRecord, DraftOrder } from './draft-order-record.ts';
import type { DraftOrderDatabase } from './draft-order-store.ts';

/** Draft orders on this device, most recently changed first; `undefined` until they are known. */
export function useDraftOrders(): readonly DraftOrder[] | undefined {
  return useDraftOrderQuery('list', (database) =>
    mapResults(database.draftOrders.find({ sort: [{ changedAt: 'desc' }] }).$, (found) =>
      found.map((draftOrder) => draftOrder.toJSON() as DraftOrder),
    ),
  );
}

/** A stored draft order; `null` when there is none, `undefined` until that is known. */
export function useKeptDraftOrder(id: string): DraftOrder | null | undefined {
  return useDraftOrderQuery(`draft order ${id}`, (database) =>
    mapResults(database.draftOrders.findOne(id).$, (found) =>
      found ? (found.toJSON() as DraftOrder) : null,
    ),
  );
}

/** What an order was when the unconfirmed change of it began; `null` without one, `undefined` until that is known. */
export function useOrderBase(orderId: string): DraftOrderContent | null | undefined {
  return useDraftOrderQuery(`base ${orderId}`, (database) =>
    mapResults(database.orderBases.findOne(orderId).$, (found) =>
      found ? found.toMutableJSON().content : null,
    ),
  );
}

/** The last known version number of an order; `null` when there is none, `undefined` until that is known. */
export function useKeptRevision(orderId: string): RevisionRecord | null | undefined {
  return useDraftOrderQuery(`revision ${orderId}`, (database) =>
    mapResults(database.revisions.findOne(orderId).$, (found) => (found ? found.toJSON() : null)),
  );
}

function useDraftOrderQuery<Result>(
  key: string,
  query: (database: DraftOrderDatabase) => Results<Result>,
): Result | undefined {
  const { draftOrders } = useAppStore();
  const generation = useStore(draftOrders.generation);
  return useResults({
    key: `${generation} ${key}`,
    whenStore: draftOrders.whenOpen,
    query: ({ database }) => query(database),
  });
}
