import type { OrderState } from '#shared/collections/orders.ts';

/** States as the buyer reads them. */
export const BOUGHT_STATES: Readonly<Record<OrderState, string>> = {
  held: 'Being checked',
  paid: 'Paid',
  packed: 'Packed',
  sent: 'On its way',
  delivered: 'Delivered',
  returned: 'Returned',
  cancelled: 'Cancelled',
};
