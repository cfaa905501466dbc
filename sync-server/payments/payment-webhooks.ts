import type { Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { Log } from '#server/log.ts';
import type { Mails } from '#server/mail/mails.ts';
import { toConfirmationMails } from './confirmation-mail.ts';
import { decidePayment } from './decide-payment.ts';
import type { GatewaySession, PaymentEvent, PaymentGateway } from './payment-gateway.ts';
import type { PaymentChange, PaymentStore } from './payment-store.ts';
import type { Payment, Quote } from './payment.ts';
import { quoteLines, type QuoteSource } from './quote-lines.ts';

export interface PaymentWebhooksOptions extends QuoteSource {
  readonly gateway: PaymentGateway;
  readonly store: PaymentStore;
  readonly mails: Pick<Mails, 'wake'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Applies the payment provider's events to the stored payments. */
export interface PaymentWebhooks {
  /**
   * Handles one signed delivery. Resolves once its effect is durable.
   * @throws AppError `invalid-argument` for a bad signature, `unavailable` while the provider is unreachable; Stripe
   *   then retries the delivery
   */
  receive(rawBody: string, signature: string): Promise<'applied' | 'duplicate' | 'ignored'>;
  /** Polls the provider about sessions that have been open for an hour. */
  reconcile(): Promise<void>;
}

const RECONCILE_AFTER_MS = 3_600_000;
const RECONCILE_AT_ONCE = 50;

export function createPaymentWebhooks(options: PaymentWebhooksOptions): PaymentWebhooks {
  const { gateway, store, mails, clock, log } = options;

  async function apply(event: PaymentEvent, session: GatewaySession): Promise<'applied' | 'duplicate'> {
    const known = await store.findBySession(session.id);
    const fallback = known ?? (await toUnknownPayment(session));
    const now = clock.now();
    const { isDuplicate, payment } = await store.applyEvent(
      { id: event.id, type: event.type, receivedAt: now },
      session.id,
      (current) => decide(current ?? fallback, event.kind, session),
    );
    if (isDuplicate) return 'duplicate';
    mails.wake();
    const facts = { payment: payment?.id, session: session.id, event: event.type, status: payment?.status };
    if (payment?.review === undefined || payment.review === known?.review)
      log.info(facts, 'payment event applied');
    else log.error({ ...facts, review: payment.review }, 'a payment needs review');
    return 'applied';
  }

  function decide(before: Payment, kind: PaymentEvent['kind'], session: GatewaySession): PaymentChange {
    const now = clock.now();
    const payment = decidePayment(before, kind, session, now);
    const isFulfilled = before.fulfilledAt === undefined && payment.fulfilledAt !== undefined;
    return { payment, mails: isFulfilled ? toConfirmationMails(payment, session.id, now) : [] };
  }

  /** For a session started elsewhere (a payment link), or whose payment is not linked to its session yet. */
  async function toUnknownPayment(session: GatewaySession): Promise<Payment> {
    const quote = await toQuote(session);
    const { id } = session;
    return {
      ...quote,
      id: createId(),
      fingerprint: id,
      status: 'open',
      createdAt: clock.now(),
    };
  }

  async function toQuote(session: GatewaySession): Promise<Quote> {
    const lines = session.lines.map(({ priceId, quantity }) => ({ price: priceId, quantity }));
    try {
      return await quoteLines(options, lines);
    } catch {
      // Not one of our products: an empty quote matches no payment, so a person has to review it.
      return { lines: [], totalCents: 0, currency: options.currency };
    }
  }

  return {
    async receive(rawBody, signature) {
      const event = await gateway.parseWebhook(rawBody, signature);
      if (event.kind === 'other') return 'ignored';
      if (await store.hasEvent(event.id)) return 'duplicate';
      const session =
        'sessionId' in event
          ? await gateway.retrieveSession(event.sessionId)
          : await gateway.findSessionOfPayment(event.paymentIntent);
      if (!session) {
        log.warn(
          { event: event.id, type: event.type },
          'payment event for a session unknown to the provider',
        );
        return 'ignored';
      }
      return apply(event, session);
    },
    async reconcile() {
      const open = await store.listOpen(clock.now() - RECONCILE_AFTER_MS, RECONCILE_AT_ONCE);
      for (const { sessionId = '' } of open) {
        const session = await gateway.retrieveSession(sessionId);
        if (!session || session.state === 'open') continue;
        await store.change(sessionId, (payment) => decide(payment, 'session', session));
        mails.wake();
      }
    },
  };
}
