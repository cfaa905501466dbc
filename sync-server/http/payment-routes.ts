import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { SESSION_ID } from '#shared/api/payment-addresses.ts';
import { toOrderNumber } from '#shared/domain/order-number.ts';
import { utcIso } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { PaymentStore } from '#server/payments/payment-store.ts';
import type { Payments } from '#server/payments/create-payments.ts';
import type { ApiRouter } from './api-router.ts';
import { createQuota, toBuckets, type HourlyLimit, type QuotaParts } from './quota.ts';
import { readText } from './read-body.ts';

/** How far back payments are compared if the caller does not say. */
const CHECKED_MS = 30 * 24 * 3_600_000;
const MAX_EVENT_BYTES = 256 * 1024;
/** Entries of each list for staff. */
const LISTED = 100;

export interface PaymentParts extends QuotaParts {
  readonly payments: Payments;
  readonly storage: { readonly payments: PaymentStore };
  readonly config: { readonly checkoutLimits: HourlyLimit };
}

/** Starts payments, reports their status (only the payer knows a session's id) and receives the provider's webhooks. */
export function paymentRoutes(api: ApiRouter, { payments, storage, config, ...parts }: PaymentParts): void {
  const { checkouts, events } = payments;
  const store = storage.payments;
  // Each session is a call to the provider, on the shop's key.
  const quota = createQuota(parts, {
    name: 'checkouts',
    ...toBuckets(config.checkoutLimits),
    message: (wait) =>
      `Too many payments were started. Nothing was charged and your cart is kept; try again in ${wait}.`,
  });
  api.on(
    ENDPOINTS.createCheckoutSession,
    ({ body, actor }) => checkouts.start(actor, body.lines),
    quota.take,
  );
  api.on(ENDPOINTS.checkoutStatus, ({ params: { id } }) => {
    if (!SESSION_ID.test(id)) {
      throw new AppError('invalid-argument', 'This is not a valid payment session id.', { path: 'id' });
    }
    return checkouts.statusOf(id);
  });
  api.on(ENDPOINTS.paymentOverview, async () => {
    const [lookedAt, events, reviews] = await Promise.all([
      store.listedUntil(),
      store.listWaitingEvents(LISTED),
      payments.listReviews(LISTED),
    ]);
    return {
      lookedAt: lookedAt === undefined ? null : utcIso(lookedAt),
      events: events.map(({ id, type, state, attempts, receivedAt, error }) => ({
        id,
        type,
        isGivenUp: state === 'review',
        attempts,
        receivedAt: utcIso(receivedAt),
        error,
      })),
      reviews: reviews.map(({ id, review = '', createdAt, paidAt }) => ({
        id,
        orderNumber: toOrderNumber(id),
        review,
        at: utcIso(paidAt ?? createdAt),
        isPaid: paidAt !== undefined,
      })),
    };
  });
  api.on(ENDPOINTS.settleReview, async ({ params: { id } }) => {
    await payments.settleReview(id);
    return { id };
  });
  // Without a provider, pages go on without a mark: a failing call would be an error in the browser's console.
  api.on(ENDPOINTS.providerPrices, async () => {
    const found = await payments.listPrices().catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unavailable') return undefined;
      throw error;
    });
    return { prices: found ? [...found].map(([id, price]) => ({ id, price: price ?? null })) : null };
  });
  api.on(ENDPOINTS.makePrice, ({ body, actor }) => payments.prices.make(body, actor));
  api.on(ENDPOINTS.checkPayments, ({ query }) =>
    payments.check(query.since === undefined ? parts.clock.now() - CHECKED_MS : Date.parse(query.since)),
  );
  // A 2xx means that the event is stored. Stripe retries after any other status.
  api.onRaw(ENDPOINTS.webhook, async (c) => {
    const rawBody = await readText(c, MAX_EVENT_BYTES);
    const outcome = await events.receive(rawBody, c.req.header('stripe-signature') ?? '');
    return c.json({ received: true, outcome });
  });
}
