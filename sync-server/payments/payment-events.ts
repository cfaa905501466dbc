import { DISPUTED } from '#shared/domain/order-states.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { createDueQueue, type DueQueue } from '#server/due-queue.ts';
import type { Log } from '#server/log.ts';
import type { Mails } from '#server/mail/mails.ts';
import { decidePayment } from './decide-payment.ts';
import type { GatewaySession, PaymentEvent, PaymentGateway } from './payment-gateway.ts';
import type { EventRow, PaymentStore } from './payment-store.ts';
import type { PaidOrders } from './paid-orders.ts';
import type { Refunds } from './refunds.ts';
import {
  toConfirmationMails,
  toFailedPaymentMails,
  toDisputeMail,
  toFailedRefundMails,
  toHeldMail,
  toNewOrderMail,
  toRefundMails,
} from './payment-mails.ts';
import { isHeld, type Payment, type Quote } from './payment.ts';
import { quoteLines, type QuoteSource } from './quote-lines.ts';

export interface PaymentEventsOptions extends QuoteSource {
  readonly gateway: PaymentGateway;
  readonly store: PaymentStore;
  readonly mails: Pick<Mails, 'wake'>;
  readonly orders: PaidOrders;
  readonly refunds: Pick<Refunds, 'retry'>;
  /** Gets a mail about held payments, failed refunds and disputes. */
  readonly contactEmail: string;
  readonly deliveryCountries: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
}

/** Applies the payment provider's events to the stored payments. */
export interface PaymentEvents extends Pick<DueQueue, 'start' | 'stop' | 'idle' | 'wake'> {
  /**
   * Stores one signed delivery, which is applied soon after.
   * @throws AppError `invalid-argument` for a bad signature
   */
  receive(rawBody: string, signature: string): Promise<'received' | 'duplicate' | 'ignored'>;
  /**
   * Reads the provider's list of events since the last look, then asks about sessions that have been open for an hour.
   * @throws AppError `unavailable` while the provider is unreachable
   */
  look(): Promise<void>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 600_000;
const REVIEW_AFTER_MS = 3 * DAY_MS;
/** The provider keeps its list for 30 days. */
const LISTED_MS = 30 * DAY_MS;
const OVERLAP_MS = HOUR_MS;
const LOOK_AFTER_MS = HOUR_MS;
const LOOKS_AT_ONCE = 50;
const LINKED_WITHIN_MS = 60_000;
const MOST_UNKNOWN_LOOKS = 3;

export function createPaymentEvents(options: PaymentEventsOptions): PaymentEvents {
  const { gateway, store, mails, orders, refunds, contactEmail, deliveryCountries, clock, log } = options;

  const queue = createDueQueue<EventRow>({
    nextDue: store.nextDueEvent,
    nextAt: store.nextEventAt,
    work: async (row) => store.putEvent(await attempt(row)),
    onError: (err) =>
      log.error({ err }, 'Payment events could not be read or stored. The server tries again in a minute.'),
    clock,
  });

  /** @returns the event after one attempt to apply it */
  async function attempt(row: EventRow): Promise<EventRow> {
    const { id, type, sessionId, paymentIntent } = row;
    try {
      const session =
        sessionId === null
          ? await gateway.findSessionOfPayment(paymentIntent ?? '')
          : await gateway.retrieveSession(sessionId);
      if (session) await apply(session, type);
      else log.warn({ event: id, type }, 'payment event for a session unknown to the provider');
      return { ...row, state: session ? 'applied' : 'ignored', error: null };
    } catch (err) {
      const now = clock.now();
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** row.attempts);
      const isOver = now + pauseMs > row.receivedAt + REVIEW_AFTER_MS;
      const attempts = row.attempts + 1;
      if (isOver) log.error({ err, event: id, type, attempts }, 'a payment event needs review');
      else log.warn({ err, event: id, type, attempts }, 'payment event not applied; it is tried again');
      const error = err instanceof Error ? err.message : String(err);
      return { ...row, state: isOver ? 'review' : 'received', attempts, nextAt: now + pauseMs, error };
    }
  }

  /** Brings the payment of a session to what the provider says now, and queues the mail of a first payment. */
  async function apply(session: GatewaySession, cause: string): Promise<void> {
    const fallback = await toUnknownPayment(session);
    const id = (await findPayment(session))?.id ?? fallback.id;
    let before: Payment | undefined;
    const payment = await store.change(id, (current = fallback) => {
      before = current;
      const now = clock.now();
      const next = decidePayment(current, session, { deliveryCountries, now });
      const isFulfilled = current.fulfilledAt === undefined && next.fulfilledAt !== undefined;
      const isHeldNow = !isHeld(current) && isHeld(next);
      const isDisputed =
        next.review === DISPUTED && (current.review !== DISPUTED || current.disputeId !== next.disputeId);
      const mails = [
        ...(isFulfilled ? toConfirmationMails(next, session.id, now) : []),
        ...(isFulfilled ? [toNewOrderMail(next, contactEmail, now)] : []),
        ...toFailedPaymentMails(current, next, now),
        ...(isHeldNow ? [toHeldMail(next, contactEmail, now)] : []),
        ...toRefundMails(current, next, now),
        ...toFailedRefundMails({ before: current, after: next }, contactEmail, now),
        ...(isDisputed ? [toDisputeMail(next, contactEmail, now)] : []),
      ];
      return { payment: next.paidAt === undefined ? next : { ...next, isOrderDue: true }, mails };
    });
    mails.wake();
    await orders.write(id);
    const facts = { payment: id, session: session.id, event: cause, status: payment?.status };
    if (payment?.review === undefined || payment.review === before?.review)
      log.info(facts, 'payment event applied');
    else log.error({ ...facts, review: payment.review }, 'a payment needs review');
  }

  /**
   * A reference counts only for a payment without a session: the buyer can choose it on a payment link.
   * @throws AppError `unavailable` for a new session without a reference, whose payment may not be linked to it yet
   */
  async function findPayment({ id, reference, createdAt }: GatewaySession): Promise<Payment | undefined> {
    const known = await store.findBySession(id);
    if (known) return known;
    if (reference === undefined) {
      if (createdAt > clock.now() - LINKED_WITHIN_MS)
        throw new AppError(
          'unavailable',
          'The session was made moments ago and is not linked to a payment yet.',
        );
      return undefined;
    }
    const named = await store.find(reference);
    return named?.sessionId === undefined ? named : undefined;
  }

  /** For a session that was started elsewhere, such as by a payment link. */
  async function toUnknownPayment(session: GatewaySession): Promise<Payment> {
    const { id } = session;
    return {
      ...(await toQuote(session)),
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

  async function add(event: PaymentEvent, source: EventRow['source']): Promise<boolean> {
    const now = clock.now();
    const isNew = await store.addEvent({
      ...event,
      source,
      state: 'received',
      attempts: 0,
      receivedAt: now,
      nextAt: now,
      error: null,
    });
    if (isNew) queue.wake();
    return isNew;
  }

  async function readList(): Promise<void> {
    const now = clock.now();
    const since = Math.max(now - LISTED_MS, ((await store.listedUntil()) ?? 0) - OVERLAP_MS);
    let missed = 0;
    for await (const event of gateway.listEvents(since)) if (await add(event, 'list')) missed += 1;
    await store.setListedUntil(now);
    if (missed > 0) log.warn({ missed }, 'payment events were found that the webhook did not get');
  }

  async function askAboutOpen(): Promise<void> {
    const now = clock.now();
    for (const { id, sessionId = '' } of await store.listOpen(now - LOOK_AFTER_MS, LOOKS_AT_ONCE)) {
      // Noted before, so that one that always fails is not always the first.
      await store.change(id, (payment) => payment && { payment: { ...payment, lookedAt: now }, mails: [] });
      const session = await gateway.retrieveSession(sessionId);
      if (!session) await noteUnknown(id);
      else if (session.state !== 'open') await apply(session, 'look');
    }
  }

  async function noteUnknown(id: string): Promise<void> {
    const payment = await store.change(id, (current) => {
      if (!current) return undefined;
      const unknownLooks = (current.unknownLooks ?? 0) + 1;
      if (unknownLooks < MOST_UNKNOWN_LOOKS) return { payment: { ...current, unknownLooks }, mails: [] };
      const review = 'the provider does not know this payment';
      return { payment: { ...current, unknownLooks, status: 'failed', review }, mails: [] };
    });
    if (payment?.status === 'failed')
      log.error({ payment: id, review: payment.review }, 'a payment needs review');
  }

  return {
    async receive(rawBody, signature) {
      const event = await gateway.parseWebhook(rawBody, signature);
      if (!event) return 'ignored';
      return (await add(event, 'webhook')) ? 'received' : 'duplicate';
    },
    async look() {
      await orders.writeDue();
      await refunds.retry();
      await readList();
      await askAboutOpen();
    },
    start: queue.start,
    stop: queue.stop,
    idle: queue.idle,
    wake: queue.wake,
  };
}
