import type { OrderRefund, OrderState, PaidOrder } from '#shared/collections/orders.ts';
import { isJsonEqual } from '#shared/kernel/json.ts';

/** A step that an order can take. */
export interface OrderStep {
  readonly from: OrderState;
  readonly to: OrderState;
  /** Whether only a manager may decide it. */
  readonly isForManagers?: true;
  /** Whether the person says why. */
  readonly needsReason?: true;
  readonly isBack?: true;
}

export const ORDER_STEPS: readonly OrderStep[] = [
  { from: 'held', to: 'paid', isForManagers: true, needsReason: true },
  { from: 'paid', to: 'packed' },
  { from: 'packed', to: 'sent' },
  { from: 'sent', to: 'delivered' },
  { from: 'packed', to: 'paid', needsReason: true, isBack: true },
  { from: 'sent', to: 'packed', needsReason: true, isBack: true },
  { from: 'delivered', to: 'sent', needsReason: true, isBack: true },
  { from: 'sent', to: 'returned', needsReason: true },
  { from: 'delivered', to: 'returned', needsReason: true },
  { from: 'held', to: 'cancelled', isForManagers: true, needsReason: true },
  { from: 'paid', to: 'cancelled', isForManagers: true, needsReason: true },
  { from: 'packed', to: 'cancelled', isForManagers: true, needsReason: true },
];

/** The steps that an order can take now, the usual one first. */
export function stepsOf(state: OrderState): readonly OrderStep[] {
  return ORDER_STEPS.filter(({ from }) => from === state);
}

/** What was given back or is asked for, in cents. */
export function toRefundedCents({
  orderRefunds,
}: {
  readonly orderRefunds: readonly Pick<OrderRefund, 'cents' | 'state'>[];
}): number {
  return orderRefunds.filter(({ state }) => state !== 'failed').reduce((sum, { cents }) => sum + cents, 0);
}

/** Review of an order whose buyer has asked the bank for the money back. */
export const DISPUTED = 'the buyer disputes the payment';
export const DISPUTE_LOST = 'the bank has given the disputed money back to the buyer';

/**
 * Whether a person still has to decide: about a dispute until the bank has, about what differs from the quote while the
 * order is held.
 * @param state of the order; absent if there is none
 */
export function isReviewOpen(review: string, state: OrderState | undefined): boolean {
  if (review === '' || review === DISPUTE_LOST) return false;
  return review === DISPUTED || state === undefined || state === 'held';
}

/** Whether the buyer has the whole payment back, or gets it: refunded by the shop, or given back by the bank. */
export function isPaidBack(
  order: Pick<PaidOrder, 'orderReview' | 'orderPaidCents' | 'orderRefunds'>,
): boolean {
  return order.orderReview === DISPUTE_LOST || toRefundedCents(order) >= order.orderPaidCents;
}

/** Whether an order that nobody has sent yet was paid back: it should be cancelled. */
export function isPaidBackUnsent(order: PaidOrder): boolean {
  return ['held', 'paid', 'packed'].includes(order.orderState) && isPaidBack(order);
}

/** A change that an order does not allow. */
export interface OrderFault {
  readonly path: string;
  /** A sentence for the person who made the change. */
  readonly message: string;
}

/** What a person may change. Everything else of an order is the server's. */
const OF_STAFF: ReadonlySet<string> = new Set(['orderState', 'orderTracking', 'orderMoves']);

type OrderContent = Omit<PaidOrder, 'writeId' | 'sync'>;

/**
 * Finds a change of an order that nobody may make, or not this person. Several steps can come at once, because they are
 * made without a connection.
 * @param isManager whether the person may also do what is for managers
 */
export function findOrderFault(
  before: OrderContent,
  after: OrderContent,
  isManager: boolean,
): OrderFault | undefined {
  for (const [field, value] of Object.entries(after)) {
    if (!OF_STAFF.has(field) && !isJsonEqual(value, before[field as keyof OrderContent]))
      return { path: field, message: 'The server writes this part of an order. Nobody can change it.' };
  }
  const known = before.orderMoves.length;
  if (!isJsonEqual(after.orderMoves.slice(0, known), before.orderMoves))
    return { path: 'orderMoves', message: 'Steps that an order has taken can’t be changed.' };
  let state = before.orderState;
  for (const { to, why } of after.orderMoves.slice(known)) {
    const step = stepsOf(state).find((one) => one.to === to);
    if (!step) return atState(`An order that is ${state} can’t become ${to}.`);
    if (step.isForManagers && !isManager) return atState(`Only a manager can turn ${state} into ${to}.`);
    if (step.needsReason && why.trim() === '') return atState('Say why.');
    if (to === 'cancelled' && !isPaidBack(before))
      return atState('Refund the whole payment first. Then the order can be cancelled.');
    state = to;
  }
  return state === after.orderState ? undefined : atState('The state of an order is its last step.');
}

const atState = (message: string): OrderFault => ({ path: 'orderState', message });

/** The order after a step. @param move `at` is an ISO time */
export function takeStep<Content extends Pick<PaidOrder, 'orderState' | 'orderMoves'>>(
  order: Content,
  move: PaidOrder['orderMoves'][number],
): Content {
  return { ...order, orderState: move.to, orderMoves: [...order.orderMoves, move] };
}
