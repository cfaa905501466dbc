import type { CartItem } from '#shared/collections/checkouts.ts';
import { toLeftover, type Order } from '#shared/domain/order.ts';
import type { EmptiedCart } from '#pwa/data/cart/orders.ts';
import type { PaymentStatus } from './use-payment-status.ts';

interface PaymentFacts {
  readonly sessionId: string | undefined;
  readonly status: PaymentStatus;
  readonly order: Order | undefined;
}

/**
 * What of the cart that was emptied can be brought back: all of it while nobody vouches for the payment; once it is paid,
 * what was not part of it. What was emptied for another payment is none of this one's business.
 */
export function toRestorable(
  emptied: EmptiedCart | undefined,
  { sessionId, status, order }: PaymentFacts,
): readonly CartItem[] {
  if (!emptied || status === 'asking') return [];
  const isOfThis = emptied.sessionId === sessionId;
  if (status === 'paid' || status === 'refunded')
    return isOfThis && order ? toLeftover(emptied.items, order) : [];
  return isOfThis || emptied.sessionId === undefined ? emptied.items : [];
}
