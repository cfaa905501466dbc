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

/** The last known version number of an order; `null` when there is none, `undefined` until that is known. */
export function useKeptRevision(orderId: string): RevisionRecord | null | undefined {
  return useDraftOrderQuery(`revision ${orderId}`, (database) =>
    mapResults(database.orderNotes.findOne(orderId).$, (found) =>
      found?.writeId ? toRevisionRecord(found) : null,
    ),
  );
}

const toRevisionRecord = ({ orderId, writeId, revision }: RevisionRecord): RevisionRecord => ({
  orderId,
  writeId,
  revision,
});

/** The labels of draft orders and orders by id; none until they are known. */
export function useOrderLabels(): Readonly<Record<string, string>> {
  const labels = useDraftOrderQuery('labels', (database) =>
    mapResults(database.orderNotes.find({ selector: { label: { $ne: '' } } }).$, (found) =>
      Object.fromEntries(found.map(({ orderId, label }) => [orderId, label])),
    ),
  );
  return labels ?? NO_LABELS;
}

const NO_LABELS = {};

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
