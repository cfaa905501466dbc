import { createHash } from 'node:crypto';
import type { Product } from '#shared/collections/products.ts';
import { toUnitPriceCents } from '#shared/domain/product-entries.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { CheckoutForm } from './checkout-form.ts';
import {
  toCurrent,
  type SimulatedLine,
  type SimulatedSession,
  type SimulatedPaymentStore,
} from './simulated-session.ts';
import { noSuch, SimulatorError } from './simulator-error.ts';
import { toStripeSession } from './stripe-shapes.ts';

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

/** What the buyer gives on the payment page. */
export type SimulatedBuyer = Pick<SimulatedSession, 'email' | 'delivery'>;

export interface SimulatedCheckout {
  create(
    form: CheckoutForm,
    idempotencyKey: string | undefined,
  ): Promise<{ session: SimulatedSession; isReplay: boolean }>;
  find(id: string): Promise<SimulatedSession | undefined>;
  /** Marks an open session as paid and delivers the event once. @returns the session afterwards */
  pay(session: SimulatedSession, buyer: SimulatedBuyer): Promise<SimulatedSession>;
  /** @throws SimulatorError unless it is open */
  expire(session: SimulatedSession): Promise<SimulatedSession>;
}

const LIFETIME_MS = 24 * 3_600_000;

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

  async function deliverEvent(type: string, session: SimulatedSession): Promise<void> {
    const event = {
      id: `evt_test_${createId()}`,
      object: 'event',
      type,
      created: Math.floor(clock.now() / 1000),
      livemode: false,
      data: { object: toStripeSession(session, options.publicUrl, []) },
    };
    sessions.addEvent(event);
    const body = JSON.stringify(event);
    const { Stripe } = await import('stripe');
    const signature = new Stripe('sk_test_simulator').webhooks.generateTestHeaderString({
      payload: body,
      secret: options.webhookSecret,
      timestamp: Math.floor(clock.now() / 1000),
    });
    // No retry: the shop reads the list of events itself.
    await options.deliver({ body, signature });
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
    async pay(session, buyer) {
      if (session.state !== 'open') return session;
      const paid: SimulatedSession = {
        ...session,
        state: 'complete',
        ...buyer,
        paymentIntent: `pi_test_${createId()}`,
      };
      await sessions.put(paid);
      await deliverEvent('checkout.session.completed', paid);
      return paid;
    },
    async expire(session) {
      if (session.state !== 'open') {
        throw new SimulatorError(`Only Checkout Sessions with a status in ["open"] can be expired.`);
      }
      const expired: SimulatedSession = { ...session, state: 'expired' };
      await sessions.put(expired);
      await deliverEvent('checkout.session.expired', expired);
      return expired;
    },
  };
}
