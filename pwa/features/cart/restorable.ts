import type { CartItem } from '#shared/collections/checkouts.ts';
import { toLeftover, type Order } from '#shared/domain/order.ts';
import { ORDERED, type EmptiedCart } from '#pwa/data/cart/orders.ts';
import type { PaymentStatus } from './use-payment-status.ts';

interface PaymentFacts {
  readonly sessionId: string | undefined;
  readonly status: PaymentStatus;
  readonly order: Order | undefined;
}

/**
 * Items of the emptied cart that can be restored: all of them if the payment isn't confirmed or it was emptied without
 * one; those that aren't part of the order once it is paid or being paid. None of a cart that was emptied for another payment.
 */
export function toRestorable(
  emptied: EmptiedCart | undefined,
  { sessionId, status, order }: PaymentFacts,
): readonly CartItem[] {
  if (!emptied || status === 'asking') return [];
  if (emptied.sessionId === undefined) return emptied.items;
  if (emptied.sessionId !== sessionId) return [];
  if (!ORDERED.has(status)) return emptied.items;
  return order ? toLeftover(emptied.items, order) : [];
}
