import type { OrderState } from '#shared/collections/orders.ts';
import type { OrderStep } from '#shared/domain/order-states.ts';

/** States as staff read them. */
export const DESK_STATES: Readonly<Record<OrderState, string>> = {
  held: 'Held',
  paid: 'To pack',
  packed: 'Packed',
  sent: 'Sent',
  delivered: 'Delivered',
  returned: 'Returned',
  cancelled: 'Cancelled',
};

const BACK_TEXTS: Partial<Record<OrderState, string>> = {
  packed: 'Unpack',
  sent: 'It was not sent',
  delivered: 'It was not delivered',
};

/** What a button of a step says. */
export function toStepText({ from, to, isBack }: OrderStep): string {
  if (from === 'held' && to === 'paid') return 'Accept the payment';
  if (isBack) return BACK_TEXTS[from] ?? '';
  return to === 'cancelled' ? 'Cancel the order' : `Mark as ${to}`;
}
