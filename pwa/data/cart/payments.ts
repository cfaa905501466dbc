import { ROUTES } from '#shared/api/routes.ts';
import type { CheckoutSession, CheckoutStatus } from '#shared/api/messages.ts';
import type { CartItem } from '#shared/collections/checkouts.ts';
import { toPaymentLines } from '#shared/domain/cart.ts';
import type { AppStore } from '../app-store.ts';
import { pageClient } from '../sync/page-client.ts';
import { keepOrder } from './orders.ts';

/**
 * Creates a hosted checkout session for a cart and stores its order. Only price ids and quantities are sent; the server
 * knows the prices.
 * @throws AppError; the cart is unchanged then
 */
export async function startCheckout(app: AppStore, items: readonly CartItem[]): Promise<CheckoutSession> {
  const session = await pageClient(app).call(ROUTES.createCheckoutSession, {
    body: { lines: toPaymentLines(items) },
  });
  keepOrder(app, session.id, items, app.shopConfig.read().currency);
  return session;
}

/** The status and order of a checkout session. @throws AppError */
export function fetchCheckoutStatus(app: AppStore, sessionId: string): Promise<CheckoutStatus> {
  return pageClient(app).call(ROUTES.checkoutStatus, { params: { id: sessionId } });
}
