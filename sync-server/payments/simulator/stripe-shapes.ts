import type { Product } from '#shared/collections/products.ts';
import { toPriceId, toUnitPriceCents } from '#shared/domain/product-entries.ts';
import { toTotalCents, type SimulatedLine, type SimulatedSession } from './simulated-session.ts';

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

export function toStripePrice(product: Product, { currency }: ShapeOptions) {
  return toPriceOf(toPriceId(product) ?? '', product.STUPID, toUnitPriceCents(product) ?? null, currency);
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
    price: toPriceOf(line.priceId, line.productId, line.unitCents, currency),
    quantity: line.quantity,
  };
}

/** Includes `line_items` only on request, like Stripe. */
export function toStripeSession(session: SimulatedSession, publicUrl: string, withLines: boolean) {
  const total = toTotalCents(session);
  const { id, currency, lines } = session;
  return {
    id,
    object: 'checkout.session',
    mode: 'payment',
    status: session.state,
    payment_status: session.state === 'complete' ? 'paid' : 'unpaid',
    amount_subtotal: total,
    amount_total: total,
    currency: currency.toLowerCase(),
    created: seconds(session.createdAt),
    expires_at: seconds(session.expiresAt),
    success_url: session.successUrl,
    cancel_url: session.cancelUrl,
    url: session.state === 'open' ? `${publicUrl}/test-payment/${id}` : null,
    payment_intent: session.paymentIntent ?? null,
    customer_details: session.email === undefined ? null : { email: session.email },
    livemode: false,
    metadata: {},
    ...(withLines
      ? {
          line_items: toStripeList(
            `/v1/checkout/sessions/${id}/line_items`,
            lines.map((line) => toStripeLineItem(line, currency)),
          ),
        }
      : {}),
  };
}

function toPriceOf(id: string, productId: string, unitCents: number | null, currency: string) {
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
