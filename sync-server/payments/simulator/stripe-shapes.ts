import type { Product } from '#shared/collections/products.ts';
import { toPriceId } from '#shared/domain/product-entries.ts';
import type { Delivery } from '../payment-gateway.ts';
import {
  toPhase,
  toRefundedCents,
  toTotalCents,
  type SimulatedLine,
  type SimulatedPrice,
  type SimulatedRefund,
  type SimulatedSession,
} from './simulated-session.ts';

export interface ShapeOptions {
  readonly currency: string;
  readonly publicUrl: string;
}

const seconds = (ms: number) => Math.floor(ms / 1000);

export function toStripeList(url: string, data: readonly object[]) {
  return { object: 'list', url, has_more: false, data };
}

export function toStripeProduct(product: Product) {
  return {
    id: product.STUPID,
    object: 'product',
    active: true,
    name: product.productName,
    default_price: toPriceId(product) ?? null,
    livemode: false,
    metadata: {},
  };
}

export function toStripePrice({
  id,
  productId,
  unitCents,
  currency,
}: Omit<SimulatedPrice, 'idempotencyKey'>) {
  return {
    id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    currency: currency.toLowerCase(),
    livemode: false,
    metadata: {},
    product: productId,
    type: 'one_time',
    unit_amount: unitCents,
  };
}

export function toStripePaymentLink(product: Product, { currency, publicUrl }: ShapeOptions) {
  const id = toPaymentLinkId(product);
  return {
    id,
    object: 'payment_link',
    active: true,
    currency: currency.toLowerCase(),
    livemode: false,
    url: `${publicUrl}/test-payment/links/${encodeURIComponent(id)}`,
  };
}

export function toPaymentLinkId(product: Product): string {
  return `plink_demo_${product.FBUID}`;
}

export function toStripeLineItem(line: SimulatedLine, currency: string) {
  const amount = line.quantity * line.unitCents;
  return {
    id: `li_${line.priceId}`,
    object: 'item',
    amount_subtotal: amount,
    amount_total: amount,
    currency: currency.toLowerCase(),
    description: line.name,
    price: toStripePrice({ ...line, id: line.priceId, currency }),
    quantity: line.quantity,
  };
}

/** Includes `line_items` and the payment only on request, like Stripe. @param expanded names of these fields */
export function toStripeSession(session: SimulatedSession, publicUrl: string, expanded: readonly string[]) {
  const total = toTotalCents(session);
  const { id, currency, lines } = session;
  return {
    id,
    object: 'checkout.session',
    mode: 'payment',
    status: session.state,
    payment_status: toPhase(session) === 'paid' ? 'paid' : 'unpaid',
    amount_subtotal: total,
    amount_total: total,
    currency: currency.toLowerCase(),
    created: seconds(session.createdAt),
    expires_at: seconds(session.expiresAt),
    success_url: session.successUrl,
    cancel_url: session.cancelUrl,
    url: session.state === 'open' ? `${publicUrl}/test-payment/${id}` : null,
    client_reference_id: session.reference ?? null,
    payment_intent: toPaymentIntent(session, expanded),
    customer_details: toCustomerDetails(session),
    collected_information: session.delivery
      ? { shipping_details: toShippingDetails(session.delivery) }
      : null,
    livemode: false,
    metadata: {},
    ...(expanded.includes('line_items')
      ? {
          line_items: toStripeList(
            `/v1/checkout/sessions/${id}/line_items`,
            lines.map((line) => toStripeLineItem(line, currency)),
          ),
        }
      : {}),
  };
}

function toCustomerDetails({ email, delivery }: SimulatedSession) {
  if (email === undefined && delivery === undefined) return null;
  return { email: email ?? null, name: delivery?.name ?? null, phone: delivery?.phone ?? null };
}

function toShippingDetails({ name, line1, line2, city, state, postalCode, country }: Delivery) {
  const address = {
    line1,
    line2: line2 ?? null,
    city,
    state: state ?? null,
    postal_code: postalCode,
    country,
  };
  return { name, address };
}

const INTENT_STATUS = {
  paid: 'succeeded',
  waiting: 'processing',
  failed: 'requires_payment_method',
} as const;

function toPaymentIntent(session: SimulatedSession, expanded: readonly string[]) {
  const { paymentIntent: id, outcome = 'paid' } = session;
  if (id === undefined) return null;
  if (!expanded.some((field) => field.startsWith('payment_intent'))) return id;
  return {
    id,
    object: 'payment_intent',
    status: INTENT_STATUS[outcome],
    latest_charge: toStripeCharge(session, expanded),
  };
}

/** Also in place of a dispute, of which the shop reads the payment only. */
export function toStripeCharge(session: SimulatedSession, expanded: readonly string[] = []) {
  const { paymentIntent, refunds = [], disputes = [] } = session;
  const refundedCents = toRefundedCents(session);
  const shown = refunds.map((refund) => toStripeRefund(refund, session)).toReversed();
  return {
    id: `ch_${paymentIntent}`,
    object: 'charge',
    payment_intent: paymentIntent,
    amount_refunded: refundedCents,
    refunded: refundedCents === toTotalCents(session),
    disputed: disputes.length > 0,
    ...(expanded.includes('payment_intent.latest_charge.refunds') && {
      refunds: toStripeList(`/v1/charges/ch_${paymentIntent}/refunds`, shown),
    }),
  };
}

/** Newest first, like Stripe. */
export function toStripeDisputes({ paymentIntent, disputes = [] }: SimulatedSession) {
  const shown = disputes.map((dispute, index) => ({
    id: `du_${index}_${paymentIntent}`,
    object: 'dispute',
    charge: `ch_${paymentIntent}`,
    payment_intent: paymentIntent,
    status: dispute === 'open' ? 'needs_response' : dispute,
  }));
  return shown.toReversed();
}

export function toStripeRefund(refund: SimulatedRefund, { paymentIntent, currency }: SimulatedSession) {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.cents,
    currency: currency.toLowerCase(),
    created: seconds(refund.createdAt),
    payment_intent: paymentIntent,
    status: refund.hasFailed ? 'failed' : 'succeeded',
    metadata: refund.reference === undefined ? {} : { refund: refund.reference },
  };
}
