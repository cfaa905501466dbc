import { ROUTES } from '#shared/api/routes.ts';
import type { CheckoutStatus } from '#shared/api/messages.ts';
import type { CartItem } from '#shared/collections/checkouts.ts';
import { toPaymentLines } from '#shared/domain/cart.ts';
import { pageClient } from './page-client.ts';

/**
 * Makes a hosted checkout session for a cart. Only price ids and quantities go out; the server knows the prices.
 * @returns the address to go to @throws AppError; the cart is untouched then
 */
export async function startCheckout(items: readonly CartItem[]): Promise<string> {
  const session = await pageClient().call(ROUTES.createCheckoutSession, {
    body: { lines: toPaymentLines(items) },
  });
  return session.url;
}

/** Whether the payment provider has confirmed a session; `unknown` when it can't be asked. */
export async function fetchCheckoutStatus(sessionId: string): Promise<CheckoutStatus['status']> {
  const { status } = await pageClient().call(ROUTES.checkoutStatus, { params: { id: sessionId } });
  return status;
}
