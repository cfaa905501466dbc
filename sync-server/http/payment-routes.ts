import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Payments } from '#server/payments/create-payments.ts';
import type { ApiRouter } from './api-router.ts';
import { readText } from './read-body.ts';

const SESSION_ID = /^[A-Za-z0-9_]{1,200}$/;
const MAX_EVENT_BYTES = 256 * 1024;

/** Starting a hosted payment, asking how it went (a session's id is known to its payer alone), and the provider's events. */
export function paymentRoutes(api: ApiRouter, { payments }: { readonly payments: Payments }): void {
  const { checkouts, webhooks } = payments;
  api.on(ENDPOINTS.createCheckoutSession, ({ body, actor }) => checkouts.start(actor, body.lines));
  api.on(ENDPOINTS.checkoutStatus, ({ params: { id } }) => {
    if (!SESSION_ID.test(id)) {
      throw new AppError('invalid-argument', 'That is not a payment session.', { path: 'id' });
    }
    return checkouts.statusOf(id);
  });
  // A 2xx means that the effect is stored; anything else is delivered again.
  api.onRaw(ENDPOINTS.webhook, async (c) => {
    const rawBody = await readText(c, MAX_EVENT_BYTES);
    const outcome = await webhooks.receive(rawBody, c.req.header('stripe-signature') ?? '');
    return c.json({ received: true, outcome });
  });
}
