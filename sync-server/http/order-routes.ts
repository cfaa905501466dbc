import { ENDPOINTS } from '#shared/api/endpoints.ts';
import type { OrderPayment, OrderView } from '#shared/api/order-routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { utcIso } from '#shared/kernel/clock.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import type { SigningSecret } from '#server/devices/device-tokens.ts';
import { isOrderKey } from '#server/payments/order-key.ts';
import type { Payments } from '#server/payments/create-payments.ts';
import { toRefundableCents, type Payment } from '#server/payments/payment.ts';
import type { ApiRouter } from './api-router.ts';

export interface OrderParts {
  readonly store: Pick<DocumentStore, 'read'>;
  readonly secrets: { readonly tokenSecret: SigningSecret };
  readonly payments: Pick<Payments, 'find' | 'refunds'>;
  readonly config: { readonly stripe?: unknown };
}

/** What staff see and do of an order's money. The order itself is a synced document. */
export function orderRoutes(api: ApiRouter, { store, secrets, payments, config }: OrderParts): void {
  const toFacts = (payment: Payment): OrderPayment => {
    const { refunds = [], paymentIntent } = payment;
    return {
      refunds: refunds.map(({ id, cents, state, at, reason, by, error }) => ({
        id,
        cents,
        state,
        at: utcIso(at),
        reason: reason ?? null,
        by: by ?? null,
        error: error ?? null,
      })),
      refundableCents: toRefundableCents(payment),
      providerUrl:
        config.stripe === undefined || paymentIntent === undefined
          ? null
          : `https://dashboard.stripe.com/payments/${encodeURIComponent(paymentIntent)}`,
    };
  };
  api.on(ENDPOINTS.readOrder, async ({ params: { id }, body: { key } }) => {
    const order = isOrderKey(key, id, secrets.tokenSecret)
      ? await store.read({ collection: 'orders', id })
      : undefined;
    if (!order || order.deleted || order.isDamaged)
      throw new AppError('not-found', 'There is no such order, or this link is not complete.');
    return { order: order.data as unknown as OrderView };
  });
  api.on(ENDPOINTS.orderPayment, async ({ params: { id } }) => toFacts(await payments.find(id)));
  api.on(ENDPOINTS.askRefund, async ({ params: { id }, body, actor }) => {
    await payments.refunds.ask(id, body, actor.email ?? 'admin');
    return toFacts(await payments.find(id));
  });
}
