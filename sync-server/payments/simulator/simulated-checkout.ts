import { createHash } from 'node:crypto';
import type { Product } from '#shared/collections/products.ts';
import { toUnitPriceCents } from '#shared/domain/product-entries.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { Delivery } from '../payment-gateway.ts';
import type { CheckoutForm } from './checkout-form.ts';
import {
  toCurrent,
  toPhase,
  toTotalCents,
  type Phase,
  type SimulatedLine,
  type SimulatedSession,
  type SimulatedPaymentStore,
} from './simulated-session.ts';
import { noSuch, SimulatorError } from './simulator-error.ts';
import { toStripeCharge, toStripeSession } from './stripe-shapes.ts';

/** Delivers a signed event to the shop's webhook. @returns the response's status */
export type DeliverWebhook = (delivery: {
  readonly body: string;
  readonly signature: string;
}) => Promise<number>;

export interface SimulatedCheckoutOptions {
  readonly sessions: SimulatedPaymentStore;
  readonly findProductByPriceId: (priceId: string) => Promise<Product | undefined>;
  readonly currency: string;
  readonly publicUrl: string;
  readonly webhookSecret: string;
  readonly deliver: DeliverWebhook;
  readonly clock: Clock;
}

/** What can happen to a test payment, and where it must be for that. */
export const ACTS = {
  pay: { from: 'open', event: 'checkout.session.completed' },
  'pay-later': { from: 'open', event: 'checkout.session.completed' },
  expire: { from: 'open', event: 'checkout.session.expired' },
  succeed: { from: 'waiting', event: 'checkout.session.async_payment_succeeded' },
  fail: { from: 'waiting', event: 'checkout.session.async_payment_failed' },
  refund: { from: 'paid', event: 'charge.refunded' },
  dispute: { from: 'paid', event: 'charge.dispute.created' },
} as const satisfies Readonly<Record<string, { readonly from: Phase; readonly event: string }>>;
export type Act = keyof typeof ACTS;

/** How the shop gets the event of an act. `late`: half a minute later, so that events overtake each other. */
export const NEWS = ['now', 'late', 'twice', 'never'] as const;
export type News = (typeof NEWS)[number];

/** What a person chose on the test page. */
export interface ActDetails {
  readonly news?: News | undefined;
  readonly email?: string | undefined;
  readonly delivery?: Delivery | undefined;
  /** To give back; the whole rest if absent. */
  readonly cents?: number | undefined;
}

export interface SimulatedCheckout {
  create(
    form: CheckoutForm,
    idempotencyKey: string | undefined,
  ): Promise<{ session: SimulatedSession; isReplay: boolean }>;
  find(id: string): Promise<SimulatedSession | undefined>;
  /** Does what `ACTS` allows now, and delivers its event. @returns the session afterwards, unchanged if it was refused */
  act(session: SimulatedSession, act: Act, details?: ActDetails): Promise<SimulatedSession>;
}

const LIFETIME_MS = 24 * 3_600_000;
const LATE_MS = 30_000;

export function createSimulatedCheckout(options: SimulatedCheckoutOptions): SimulatedCheckout {
  const { sessions, clock, currency } = options;

  async function toLine(
    { price, quantity }: CheckoutForm['lines'][number],
    index: number,
  ): Promise<SimulatedLine> {
    const product = await options.findProductByPriceId(price);
    const unitCents = product && toUnitPriceCents(product);
    if (!product || unitCents === undefined) throw noSuch('price', price, `line_items[${index}][price]`, 400);
    return { priceId: price, productId: product.STUPID, name: product.productName, quantity, unitCents };
  }

  async function deliverEvent(type: string, session: SimulatedSession, news: News): Promise<void> {
    const event = {
      id: `evt_test_${createId()}`,
      object: 'event',
      type,
      created: Math.floor(clock.now() / 1000),
      livemode: false,
      data: { object: toEventObject(type, session, options.publicUrl) },
    };
    sessions.addEvent(event);
    const body = JSON.stringify(event);
    const { Stripe } = await import('stripe');
    const deliver = async () => {
      const signature = new Stripe('sk_test_simulator').webhooks.generateTestHeaderString({
        payload: body,
        secret: options.webhookSecret,
        timestamp: Math.floor(clock.now() / 1000),
      });
      // No retry: the shop reads the list of events itself.
      await options.deliver({ body, signature });
    };
    if (news === 'late') setTimeout(() => void deliver().catch(() => undefined), LATE_MS).unref();
    if (news === 'now' || news === 'twice') await deliver();
    if (news === 'twice') await deliver();
  }

  return {
    async create(form, idempotencyKey) {
      const requestHash = createHash('sha256').update(JSON.stringify(form)).digest('hex');
      const before =
        idempotencyKey === undefined ? undefined : await sessions.findByIdempotencyKey(idempotencyKey);
      if (before && before.requestHash !== requestHash) {
        throw new SimulatorError('Keys for idempotent requests can only be used with the same parameters.', {
          type: 'idempotency_error',
        });
      }
      if (before) return { session: toCurrent(before, clock.now()), isReplay: true };
      const now = clock.now();
      const session: SimulatedSession = {
        id: `cs_test_${createId()}${createId()}`,
        state: 'open',
        lines: await Promise.all(form.lines.map(toLine)),
        currency,
        successUrl: form.successUrl,
        cancelUrl: form.cancelUrl,
        reference: form.reference,
        countries: form.countries,
        idempotencyKey,
        requestHash,
        createdAt: now,
        expiresAt: now + LIFETIME_MS,
      };
      await sessions.put(session);
      return { session, isReplay: false };
    },
    async find(id) {
      const session = await sessions.find(id);
      return session && toCurrent(session, clock.now());
    },
    async act(session, act, { news = 'now', ...details } = {}) {
      const { from, event } = ACTS[act];
      if (toPhase(session) !== from) return session;
      const changed = { ...session, ...toChanges(session, act, details) };
      await sessions.put(changed);
      await deliverEvent(event, changed, news);
      return changed;
    },
  };
}

function toChanges(
  session: SimulatedSession,
  act: Act,
  { email, delivery, cents = Infinity }: Omit<ActDetails, 'news'>,
): Partial<SimulatedSession> {
  const paymentIntent = `pi_test_${createId()}`;
  switch (act) {
    case 'pay':
      return { state: 'complete', outcome: 'paid', email, delivery, paymentIntent };
    case 'pay-later':
      return { state: 'complete', outcome: 'waiting', email, delivery, paymentIntent };
    case 'expire':
      return { state: 'expired' };
    case 'succeed':
      return { outcome: 'paid' };
    case 'fail':
      return { outcome: 'failed' };
    case 'refund':
      return { refundedCents: Math.min(toTotalCents(session), (session.refundedCents ?? 0) + cents) };
    case 'dispute':
      return { isDisputed: true };
  }
}

function toEventObject(type: string, session: SimulatedSession, publicUrl: string): object {
  return type.startsWith('charge') ? toStripeCharge(session) : toStripeSession(session, publicUrl, []);
}
