import { createHash } from 'node:crypto';
import type { Product } from '#shared/collections/products.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { Delivery, Dispute } from '../payment-gateway.ts';
import type { CheckoutForm } from './checkout-form.ts';
import type { SimulatedPrices } from './simulated-prices.ts';
import {
  findRefundByKey,
  toCurrent,
  toPhase,
  toRefundedCents,
  toTotalCents,
  type Phase,
  type SimulatedEvent,
  type SimulatedLine,
  type SimulatedRefund,
  type SimulatedSession,
  type SimulatedPaymentStore,
} from './simulated-session.ts';
import { keyReused, noSuch } from './simulator-error.ts';
import { toStripeCharge, toStripeSession } from './stripe-shapes.ts';

/** Delivers a signed event to the shop's webhook. @returns the response's status */
export type DeliverWebhook = (delivery: {
  readonly body: string;
  readonly signature: string;
}) => Promise<number>;

export interface SimulatedCheckoutOptions {
  readonly sessions: SimulatedPaymentStore;
  readonly listProducts: () => Promise<readonly Product[]>;
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
  'fail-refund': { from: 'paid', event: 'refund.failed' },
  dispute: { from: 'paid', event: 'charge.dispute.created' },
  'win-dispute': { from: 'paid', event: 'charge.dispute.closed' },
  'lose-dispute': { from: 'paid', event: 'charge.dispute.closed' },
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
  /** To pay, the sum of the lines if absent; or to give back, the whole rest if absent. */
  readonly cents?: number | undefined;
  /** The shop's id of a refund. */
  readonly reference?: string | undefined;
  /** Of the call that asks for a refund. */
  readonly idempotencyKey?: string | undefined;
  /** Whether a refund of more than the rest is refused, instead of giving back the rest. */
  readonly isExact?: boolean | undefined;
}

export interface SimulatedCheckout {
  create(
    form: CheckoutForm,
    idempotencyKey: string | undefined,
  ): Promise<{ session: SimulatedSession; isReplay: boolean }>;
  find(id: string): Promise<SimulatedSession | undefined>;
  /** Does what `ACTS` allows now, and delivers its event. @returns the session afterwards; `undefined` if it was refused */
  act(sessionId: string, act: Act, details?: ActDetails): Promise<SimulatedSession | undefined>;
}

const LIFETIME_MS = 24 * 3_600_000;
const LATE_MS = 30_000;

export function createSimulatedCheckout(
  options: SimulatedCheckoutOptions & { readonly prices: SimulatedPrices },
): SimulatedCheckout {
  const { sessions, clock, currency } = options;

  async function toLine(
    { price, quantity }: CheckoutForm['lines'][number],
    index: number,
  ): Promise<SimulatedLine> {
    const known = await options.prices.find(price);
    if (!known) throw noSuch('price', price, `line_items[${index}][price]`, 400);
    const { productId, unitCents } = known;
    const product = (await options.listProducts()).find(({ STUPID }) => STUPID === productId);
    return { priceId: price, productId, name: product?.productName ?? productId, quantity, unitCents };
  }

  const toEvent = (type: string, session: SimulatedSession) => ({
    id: `evt_test_${createId()}`,
    object: 'event',
    type,
    created: Math.floor(clock.now() / 1000),
    livemode: false,
    data: { object: toEventObject(type, session, options.publicUrl) },
  });

  async function deliverEvent(event: SimulatedEvent, news: News): Promise<void> {
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
      const stored = await sessions.add(session);
      if (stored.requestHash !== requestHash) throw keyReused();
      return { session: toCurrent(stored, now), isReplay: stored.id !== session.id };
    },
    async find(id) {
      const session = await sessions.find(id);
      return session && toCurrent(session, clock.now());
    },
    async act(sessionId, act, { news = 'now', ...details } = {}) {
      const { from, event: type } = ACTS[act];
      // What is stored now: another act may have come first.
      const change = await sessions.change(sessionId, (stored) => {
        const current = toCurrent(stored, clock.now());
        if (toPhase(current) !== from) return undefined;
        if (act === 'fail-refund' && toRefundedCents(current) === 0) return undefined;
        if (act === 'refund' && !canRefund(current, details, clock.now())) return undefined;
        if (type.startsWith('charge.dispute') && !canDispute(current, act)) return undefined;
        const changed = { ...current, ...toChanges(current, act, details, clock.now()) };
        return { session: changed, event: toEvent(type, changed) };
      });
      if (change) await deliverEvent(change.event, news);
      return change?.session;
    },
  };
}

/** A known key makes no second refund. */
function canRefund(
  session: SimulatedSession,
  { idempotencyKey, cents = 0, isExact = false }: ActDetails,
  now: number,
): boolean {
  const isKnown = findRefundByKey(session, idempotencyKey, now) !== undefined;
  const left = toTotalCents(session) - toRefundedCents(session);
  return !isKnown && left > 0 && (!isExact || cents <= left);
}

/** One dispute after the other, each of which ends once; a lost one has taken the money. */
function canDispute({ disputes = [] }: SimulatedSession, act: Act): boolean {
  const newest = disputes.at(-1) ?? 'won';
  return newest === (act === 'dispute' ? 'won' : 'open');
}

/** @returns the disputes after the newest one has ended */
function withEnded({ disputes = [] }: SimulatedSession, end: Dispute): readonly Dispute[] {
  return [...disputes.slice(0, -1), end];
}

function toChanges(
  session: SimulatedSession,
  act: Act,
  { email, delivery, cents, reference, idempotencyKey }: Omit<ActDetails, 'news'>,
  now: number,
): Partial<SimulatedSession> {
  const paymentIntent = `pi_test_${createId()}`;
  switch (act) {
    case 'pay':
      return { state: 'complete', outcome: 'paid', email, delivery, paymentIntent, paidCents: cents };
    case 'pay-later':
      return { state: 'complete', outcome: 'waiting', email, delivery, paymentIntent, paidCents: cents };
    case 'expire':
      return { state: 'expired' };
    case 'succeed':
      return { outcome: 'paid' };
    case 'fail':
      return { outcome: 'failed' };
    case 'refund':
      return {
        refunds: [
          ...(session.refunds ?? []),
          {
            id: `re_test_${createId()}`,
            cents: Math.min(toTotalCents(session) - toRefundedCents(session), cents ?? Infinity),
            reference,
            idempotencyKey,
            createdAt: now,
          },
        ],
      };
    case 'fail-refund':
      return { refunds: withNewestFailed(session.refunds ?? []) };
    case 'dispute':
      return { disputes: [...(session.disputes ?? []), 'open'] };
    case 'win-dispute':
      return { disputes: withEnded(session, 'won') };
    case 'lose-dispute':
      return { disputes: withEnded(session, 'lost') };
  }
}

function withNewestFailed(refunds: readonly SimulatedRefund[]): readonly SimulatedRefund[] {
  const newest = refunds.findLast(({ hasFailed = false }) => !hasFailed);
  return refunds.map((refund) => (refund === newest ? { ...refund, hasFailed: true } : refund));
}

/** Of a refund's event the shop reads the payment only, which a charge has too. */
function toEventObject(type: string, session: SimulatedSession, publicUrl: string): object {
  return type.startsWith('checkout') ? toStripeSession(session, publicUrl, []) : toStripeCharge(session);
}
