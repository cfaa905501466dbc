import * as v from 'valibot';
import { REFUND_STATES, type PaidOrder } from '#shared/collections/orders.ts';
import { isJsonObject } from '#shared/kernel/json.ts';
import { route } from './routes.ts';

/** `POST /admin/orders/{id}/refunds`. A repeated id gives the money back once. */
export const askRefundSchema = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{20}$/, 'A refund’s id has 20 letters or digits.')),
  cents: v.pipe(v.number(), v.safeInteger(), v.minValue(1, 'A refund is at least one cent.')),
  reason: v.pipe(v.string(), v.trim(), v.minLength(1, 'Say why.'), v.maxLength(500)),
});
export type AskRefund = v.InferOutput<typeof askRefundSchema>;

const refundSchema = v.looseObject({
  id: v.string(),
  cents: v.number(),
  /** `asked` while the provider can't be reached; the server asks it again. */
  state: v.picklist(REFUND_STATES),
  /** ISO time. */
  at: v.string(),
  /** Why, and who asked for it; null for a refund that was made at the provider. */
  reason: v.nullable(v.string()),
  by: v.nullable(v.string()),
  /** Why it failed, in the provider's words. */
  error: v.nullable(v.string()),
});

/** `GET /admin/orders/{id}/payment`: what staff see of an order's payment. */
const orderPaymentSchema = v.looseObject({
  refunds: v.array(refundSchema),
  /** What can still be given back, in cents. */
  refundableCents: v.number(),
  /** The payment at the provider's own site; null for the simulator's. */
  providerUrl: v.nullable(v.string()),
});
export type OrderPayment = v.InferOutput<typeof orderPaymentSchema>;

/** `POST /orders/{id}`: the key from the mail, in the body so that it never reaches a log. */
export const readOrderSchema = v.strictObject({ key: v.pipe(v.string(), v.maxLength(100)) });

/** An order as its buyer may see it. */
export type OrderView = Omit<PaidOrder, 'writeId' | 'sync'>;
const orderViewSchema = v.looseObject({ order: v.custom<OrderView>(isJsonObject) });

/** For buyers without an account, on any device. */
export const READ_ORDER = route('POST', '/orders/{id}', orderViewSchema);

/** Calls of the staff's page of an order. */
export const ORDER_ROUTES = {
  orderPayment: route('GET', '/admin/orders/{id}/payment', orderPaymentSchema),
  askRefund: route('POST', '/admin/orders/{id}/refunds', orderPaymentSchema),
} as const;
