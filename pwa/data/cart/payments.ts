import { ROUTES } from '#shared/api/routes.ts';
import type { CheckoutStatus } from '#shared/api/messages.ts';
import type { CartItem } from '#shared/collections/checkouts.ts';
import { toPaymentLines } from '#shared/domain/cart.ts';
import { keepOrder } from './orders.ts';
import { pageClient } from '../sync/page-client.ts';
import { shopConfig } from '../shop-config.ts';

/**
 * Makes a hosted checkout session for a cart, and keeps what it is for. Only price ids and quantities go out; the server knows the prices.
 * @returns the address to go to @throws AppError; the cart is untouched then
 */
export async function startCheckout(items: readonly CartItem[]): Promise<string> {
  const session = await pageClient().call(ROUTES.createCheckoutSession, {
    body: { lines: toPaymentLines(items) },
  });
  keepOrder(session.id, items, shopConfig.read().currency);
  return session.url;
}

/** Whether the payment provider has confirmed a session, and what it was for. @throws AppError when nobody can be asked */
export function fetchCheckoutStatus(sessionId: string): Promise<CheckoutStatus> {
  return pageClient().call(ROUTES.checkoutStatus, { params: { id: sessionId } });
}
