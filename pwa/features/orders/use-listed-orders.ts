import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import { toOrderStatus, type OrderStatus } from '#shared/domain/order-status.ts';
import { toPurchaseOrderFacts } from '#shared/domain/purchase-order.ts';
import { compareTimes } from '#shared/kernel/clock.ts';
import type { WriteState } from '#shared/sync/write-state.ts';
import { useDraftOrders } from '#pwa/data/orders/use-draft-orders.ts';
import { useOrders } from '#pwa/data/orders/use-orders.ts';
import { useWaitingIds } from '#pwa/data/queries/use-outbox.ts';
import { useRejectedChanges } from '#pwa/data/queries/use-rejected-changes.ts';
import { toOrderOfRejectedChange } from './order-of-rejected-change.ts';
import { useToday } from './use-today.ts';

export interface ListedOrder {
  readonly order: PurchaseOrder;
  readonly status: OrderStatus;
  /** Whether a change of it on this device is not confirmed. */
  readonly hasChange: boolean;
}

export interface ListedOrders {
  /** Newest first; includes orders the server never accepted. */
  readonly orders: readonly ListedOrder[];
  readonly isComplete: boolean;
}

/** All purchase orders known to this device, with their statuses; `undefined` until any are loaded. */
export function useListedOrders(): ListedOrders | undefined {
  const found = useOrders();
  const rejectedChanges = useRejectedChanges({ collection: 'ukraines' });
  const waiting = useWaitingIds('ukraines');
  const today = useToday();
  const draftOrders = useDraftOrders() ?? [];
  if (!found || !rejectedChanges) return undefined;
  const stored = new Set(found.orders.map(({ order }) => order.FBUID));
  const refused = rejectedChanges.flatMap((rejectedChange) => toOrderOfRejectedChange(rejectedChange) ?? []);
  const missing = new Map(
    refused.filter(({ FBUID }) => !stored.has(FBUID)).map((order) => [order.FBUID, order]),
  );
  const list = (order: PurchaseOrder, state: WriteState): ListedOrder => {
    const { expiry } = toPurchaseOrderFacts(order);
    const isSent = waiting !== undefined && !waiting.has(order.FBUID);
    const hasChange = draftOrders.some(({ id }) => id === order.FBUID);
    return { order, status: toOrderStatus({ state, isSent, expiry, today }), hasChange };
  };
  const orders = [
    ...[...missing.values()].map((order) => list(order, 'rejected')),
    ...found.orders.map(({ order, state }) => list(order, state)),
  ];
  return {
    orders: orders.toSorted((a, b) => compareTimes(b.order.createdAt, a.order.createdAt)),
    isComplete: found.isComplete,
  };
}
