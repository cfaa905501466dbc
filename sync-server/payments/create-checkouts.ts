import { createHash } from 'node:crypto';
import { toOwner, type Actor } from '#shared/access/actor.ts';
import type { CheckoutSession, CheckoutStatus, QuotedOrder } from '#shared/api/messages.ts';
import type { PaidOrder } from '#shared/collections/orders.ts';
import { CANCELLED_QUERY } from '#shared/api/payment-addresses.ts';
import type { PaymentLine } from '#shared/domain/cart.ts';
import { toOrderNumber } from '#shared/domain/order-number.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import type { Log } from '#server/log.ts';
import type { MailStore } from '#server/mail/mail-store.ts';
import { toAcceptedKey } from '#server/mail/notice-mails.ts';
import { toConfirmationKey } from './payment-mails.ts';
import type { GatewaySession, PaymentGateway } from './payment-gateway.ts';
import type { PaymentStore } from './payment-store.ts';
import { isHeld, toFurtherStatus, UNQUOTED, type Payment } from './payment.ts';
import { quoteLines, type QuoteSource } from './quote-lines.ts';

export interface CheckoutsOptions extends QuoteSource {
  readonly gateway: PaymentGateway;
  readonly store: PaymentStore;
  readonly mails: Pick<MailStore, 'find'>;
  readonly documents: Pick<DocumentStore, 'read'>;
  readonly publicUrl: string;
  readonly deliveryCountries: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
}

export interface Checkouts {
  /**
   * Opens a hosted payment page. For five minutes, repeated calls of one caller with the same lines get the same page.
   * @throws AppError `invalid-argument` (a line), `unavailable` (provider), `aborted` reason `PRICE_CHANGED`
   */
  start(actor: Actor, lines: readonly PaymentLine[]): Promise<CheckoutSession>;
  statusOf(sessionId: string): Promise<CheckoutStatus>;
}

/** How long a repeated click opens the same page. */
const REPEAT_MS = 5 * 60_000;

export function createCheckouts(options: CheckoutsOptions): Checkouts {
  const { gateway, store, documents, publicUrl, deliveryCountries, clock, log } = options;
  /** Provider calls in flight by payment id, so two clicks at the same time share one call. */
  const underWay = new Map<string, Promise<CheckoutSession>>();

  async function open(payment: Payment): Promise<CheckoutSession> {
    const session = await gateway.createCheckoutSession({
      lines: payment.lines,
      successUrl: `${publicUrl}/success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${publicUrl}/checkout?${CANCELLED_QUERY}`,
      idempotencyKey: `nankeen-${payment.id}`,
      ...(deliveryCountries.length > 0 && {
        delivery: { reference: payment.id, countries: deliveryCountries },
      }),
    });
    await assertPriceIsQuoted(payment, session);
    await attach(payment, session, {});
    return { id: session.id, url: session.url ?? publicUrl, totalCents: payment.totalCents };
  }

  /** Links the session to its payment, which an event may have done before. */
  async function attach(payment: Payment, session: GatewaySession, changes: Partial<Payment>): Promise<void> {
    await store.change(payment.id, (current = payment) => ({
      payment: {
        ...current,
        sessionId: session.id,
        url: session.url ?? current.url,
        status: toFurtherStatus('open', current.status),
        ...changes,
      },
      mails: [],
    }));
  }

  /** Ensures that the hosted page asks for exactly the total that the shop shows. */
  async function assertPriceIsQuoted(payment: Payment, session: GatewaySession): Promise<void> {
    const { totalCents, currency } = payment;
    if (session.totalCents === totalCents && session.currency === currency) return;
    log.error(
      {
        payment: payment.id,
        session: session.id,
        quoted: totalCents,
        asked: session.totalCents,
        currency: session.currency,
      },
      'the payment provider’s price differs from the product’s',
    );
    await attach(payment, session, { status: 'failed', review: UNQUOTED });
    await gateway.expireSession(session.id);
    throw new AppError(
      'aborted',
      'A price changed since. Nothing was charged and your cart is kept; write to us.',
      {
        reason: 'PRICE_CHANGED',
      },
    );
  }

  /** Of a payment that was held, what a manager has made of its order. */
  async function publicStatusOf(payment: Payment): Promise<CheckoutStatus['status']> {
    if (!isHeld(payment)) return payment.status === 'created' ? 'open' : payment.status;
    const order = await documents.read({ collection: 'orders', id: payment.id });
    const state = (order?.data as Partial<PaidOrder> | undefined)?.orderState ?? 'held';
    if (state === 'cancelled') return 'refunded';
    return state === 'held' ? 'held' : 'paid';
  }

  async function mailStatusOf(
    payment: Payment,
    status: CheckoutStatus['status'],
  ): Promise<CheckoutStatus['mail']> {
    const { id, sessionId = '', email } = payment;
    if (email === undefined || (status !== 'paid' && status !== 'refunded')) return 'none';
    // A mail that is no longer listed was sent long ago.
    const key = isHeld(payment) ? toAcceptedKey(id) : toConfirmationKey(sessionId);
    const { state } = (await options.mails.find(key)) ?? { state: 'sent' };
    return state === 'sent' ? 'sent' : 'due';
  }

  return {
    async start(actor, lines) {
      const quote = await quoteLines(options, lines);
      const owner = toOwner(actor);
      const now = clock.now();
      const payment = await store.claim(
        {
          ...quote,
          id: createId(),
          // Without a device and an account, callers are indistinguishable, so every click starts its own payment.
          fingerprint: toFingerprint(owner ?? createId(), quote),
          owner,
          status: 'created',
          email: actor.accountId === undefined ? undefined : actor.email,
          createdAt: now,
        },
        now - REPEAT_MS,
      );
      if (payment.sessionId !== undefined && payment.url !== undefined) {
        return { id: payment.sessionId, url: payment.url, totalCents: payment.totalCents };
      }
      const call = underWay.get(payment.id) ?? open(payment).finally(() => underWay.delete(payment.id));
      underWay.set(payment.id, call);
      return call;
    },
    async statusOf(sessionId) {
      const payment = await store.findBySession(sessionId);
      if (!payment) return { id: sessionId, status: 'unknown' };
      const order = toOrder(payment);
      const status = await publicStatusOf(payment);
      const mail = await mailStatusOf(payment, status);
      return { id: sessionId, status, mail, ...(order && { order }) };
    },
  };
}

/** `undefined` for a payment without known lines. */
function toOrder({ id, currency, totalCents, lines }: Payment): QuotedOrder | undefined {
  if (lines.length === 0) return undefined;
  const named = lines.map(({ productId, name, quantity, unitCents }) => ({
    productId,
    name,
    quantity,
    unitCents,
  }));
  return { orderNumber: toOrderNumber(id), currency, totalCents, lines: named };
}

function toFingerprint(caller: string, quote: object): string {
  return createHash('sha256')
    .update(JSON.stringify([caller, quote]))
    .digest('hex');
}
