import { useEffect, useState } from 'react';
import { combineLatest, map } from 'rxjs';
import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import { toWriteState, type WriteState } from '#shared/sync/write-state.ts';
import { useAppStore } from '../app-store.ts';
import { logError } from '../log.ts';
import { hasArrived } from '../sync/has-arrived.ts';
import { useQuery } from '../queries/use-query.ts';
import { isDeletedOrder } from './confirm-order.ts';

/** A purchase order on this device, with the sync state of its newest write. */
export interface KeptOrder {
  readonly order: PurchaseOrder;
  readonly state: WriteState;
}

export interface Orders {
  /** The holder's own, or for staff everybody's. */
  readonly orders: readonly KeptOrder[];
  /** Whether all of them are on this device, as far as is known offline. */
  readonly isComplete: boolean;
}

/** Purchase orders on this device; `undefined` until the local store is open. */
export function useOrders(): Orders | undefined {
  const { connection } = useAppStore();
  return useQuery('purchase orders', ({ database }) =>
    combineLatest([
      database.ukraines.find().$,
      database.rejectedChanges.find({ selector: { collectionName: 'ukraines' } }).$,
      hasArrived({ database, connection }, 'ukraines'),
    ]).pipe(
      map(([found, rejectedChanges, isComplete]) => {
        const refused = new Set(rejectedChanges.map(({ documentId }) => documentId));
        const orders = found.map((one) => toKept(one.toJSON() as PurchaseOrder, refused));
        return { orders, isComplete };
      }),
    ),
  );
}

export interface OneOrder {
  readonly status: 'loading' | 'ready' | 'missing';
  readonly kept?: KeptOrder;
  /** Whether the server refused one of its changes. */
  readonly isRefused: boolean;
}

/** One purchase order by its id. */
export function useOrder(id: string): OneOrder {
  const { connection } = useAppStore();
  const found = useQuery(`purchase order ${id}`, ({ database }) =>
    combineLatest([
      database.ukraines.findOne(id).$,
      database.rejectedChanges.find({ selector: { collectionName: 'ukraines', documentId: id } }).$,
      hasArrived({ database, connection }, 'ukraines'),
    ]),
  );
  const [order, rejectedChanges, isComplete] = found ?? [];
  const isRefused = (rejectedChanges?.length ?? 0) > 0;
  if (order) {
    const kept = toKept(order.toJSON() as PurchaseOrder, new Set(isRefused ? [id] : []));
    return { status: 'ready', kept, isRefused };
  }
  return { status: isComplete || isRefused ? 'missing' : 'loading', isRefused };
}

function toKept(order: PurchaseOrder, refused: ReadonlySet<string>): KeptOrder {
  return { order, state: toWriteState(order, refused.has(order.FBUID)) };
}

/** Whether an order that this device lacks was deleted. */
export function useIsDeletedOrder(id: string, isMissing: boolean): boolean {
  const { localStore } = useAppStore();
  const [deleted, setDeleted] = useState<string>();
  useEffect(() => {
    if (!isMissing) return undefined;
    let isOver = false;
    localStore
      .whenOpen()
      .then(({ database }) => isDeletedOrder(database, id))
      .then(
        (isDeleted) => !isOver && setDeleted(isDeleted ? id : undefined),
        (error: unknown) => logError('An order could not be looked for:', error),
      );
    return () => void (isOver = true);
  }, [localStore, id, isMissing]);
  return isMissing && deleted === id;
}
