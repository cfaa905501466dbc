import { combineLatest, map } from 'rxjs';
import {
  ORDER_ROUTES,
  READ_ORDER,
  type AskRefund,
  type OrderPayment,
  type OrderView,
} from '#shared/api/order-routes.ts';
import {
  PAYMENT_ROUTES,
  type MakePrice,
  type NewPrice,
  type PaymentCheck,
  type PaymentOverview,
} from '#shared/api/payment-routes.ts';
import type { OrderState, PaidOrder } from '#shared/collections/orders.ts';
import { takeStep } from '#shared/domain/order-states.ts';
import type { ProviderPrice } from '#shared/domain/provider-prices.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { isoNow, systemClock } from '#shared/kernel/clock.ts';
import { useAppStore, type AppStore } from '../app-store.ts';
import type { Content } from '../store/local-writes.ts';
import { hasArrived } from '../sync/has-arrived.ts';
import { pageClient } from '../sync/page-client.ts';
import { useQuery } from './use-query.ts';

export interface PaidOrders {
  /** Newest first; the person's own, or for staff everybody's. */
  readonly orders: readonly PaidOrder[];
  /** Whether all of them are on this device, as far as is known offline. */
  readonly isComplete: boolean;
}

/** Paid orders on this device; `undefined` until the local store is open. */
export function usePaidOrders(): PaidOrders | undefined {
  const { connection } = useAppStore();
  return useQuery('orders', ({ database }) =>
    combineLatest([
      database.orders.find({ sort: [{ orderPaidAt: 'desc' }] }).$,
      hasArrived({ database, connection }, 'orders'),
    ]).pipe(
      map(([found, isComplete]) => ({
        orders: found.map((order) => order.toJSON() as PaidOrder),
        isComplete,
      })),
    ),
  );
}

export interface OnePaidOrder {
  readonly status: 'loading' | 'ready' | 'missing';
  readonly order?: PaidOrder;
}

/** One paid order by its id. */
export function usePaidOrder(id: string): OnePaidOrder {
  const { connection } = useAppStore();
  const found = useQuery(`order ${id}`, ({ database }) =>
    combineLatest([database.orders.findOne(id).$, hasArrived({ database, connection }, 'orders')]),
  );
  const [order, isComplete] = found ?? [];
  if (order) return { status: 'ready', order: order.toJSON() as PaidOrder };
  return { status: isComplete ? 'missing' : 'loading' };
}

/** A step that a person has chosen. */
export interface ChosenStep {
  readonly from: OrderState;
  readonly to: OrderState;
  /** Empty if no reason is needed. */
  readonly why: string;
  readonly tracking?: string;
}

/**
 * Moves an order on, on this device first.
 * @returns false if it has another state by now, and nothing was written
 */
export async function moveOrder({ localStore }: AppStore, id: string, step: ChosenStep): Promise<boolean> {
  const { from, to, why, tracking } = step;
  const at = isoNow(systemClock);
  const store = await localStore.whenOpen();
  let isMoved = false;
  await store.write('orders', id, (order) => {
    isMoved = order?.orderState === from;
    if (!order || !isMoved) return 'keep';
    const moved = takeStep(toOwnFields(order), { at, to, why });
    return { ...moved, ...(tracking !== undefined && { orderTracking: tracking }) };
  });
  return isMoved;
}

/** An order that the device does not have. @param key of the buyer's mail. @throws AppError `not-found` */
export async function readOrder(app: AppStore, id: string, key: string): Promise<OrderView> {
  return (await pageClient(app).call(READ_ORDER, { params: { id }, body: { key } })).order;
}

/** Without the fields of the local store. */
function toOwnFields(order: PaidOrder): Content<'orders'> {
  const fields = Object.entries(order).filter(([name]) => name.startsWith('order'));
  return Object.fromEntries(fields) as Content<'orders'>;
}

/** What staff see of an order's money. @throws AppError */
export function fetchOrderPayment(app: AppStore, id: string): Promise<OrderPayment> {
  return pageClient(app).call(ORDER_ROUTES.orderPayment, { params: { id } });
}

/** @throws AppError `invalid-argument` above what is left, `failed-precondition` when the provider refuses */
export function askRefund(app: AppStore, id: string, refund: AskRefund): Promise<OrderPayment> {
  return pageClient(app).call(ORDER_ROUTES.askRefund, { params: { id }, body: refund });
}

/** What waits and what needs a person. @throws AppError */
export function fetchPaymentOverview(app: AppStore): Promise<PaymentOverview> {
  return pageClient(app).call(PAYMENT_ROUTES.paymentOverview);
}

/** Ends the review of a payment without money. @throws AppError */
export async function settleReview(app: AppStore, id: string): Promise<void> {
  await pageClient(app).call(PAYMENT_ROUTES.settleReview, { params: { id } });
}

/** Compares the shop with the payment provider. @throws AppError `unavailable` while it is unreachable */
export function checkPayments(app: AppStore): Promise<PaymentCheck> {
  return pageClient(app).call(PAYMENT_ROUTES.checkPayments);
}

/**
 * The payment provider's prices by the price ids of products; `undefined` where it has none.
 * @throws AppError `failed-precondition` while it is unreachable
 */
export async function fetchProviderPrices(
  app: AppStore,
): Promise<ReadonlyMap<string, ProviderPrice | undefined>> {
  const { prices } = await pageClient(app).call(PAYMENT_ROUTES.providerPrices);
  if (!prices) throw new AppError('failed-precondition', 'The payment provider can’t be reached.');
  return new Map(prices.map(({ id, price }) => [id, price ?? undefined]));
}

/** Makes a price at the payment provider. @throws AppError `aborted` if the price was changed meanwhile */
export function makePrice(app: AppStore, price: MakePrice): Promise<NewPrice> {
  return pageClient(app).call(PAYMENT_ROUTES.makePrice, { body: price });
}
