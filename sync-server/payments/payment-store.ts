import type { Owner } from '#shared/access/actor.ts';
import type { MailRow } from '#server/mail/mail-store.ts';
import type { PaymentEvent } from './payment-gateway.ts';
import type { Payment } from './payment.ts';

/**
 * `received`: to be applied. `ignored`: of a session that the provider does not know. `review`: could not be applied for
 * three days.
 */
export type EventState = 'received' | 'applied' | 'ignored' | 'review';

/** A provider event that concerns payments. Times are epoch milliseconds. */
export interface EventRow extends PaymentEvent {
  /** Delivered to the webhook, or found in the provider's list. */
  readonly source: 'webhook' | 'list';
  readonly state: EventState;
  readonly attempts: number;
  readonly receivedAt: number;
  /** When it is tried next. */
  readonly nextAt: number;
  /** Why the last attempt failed. */
  readonly error: string | null;
}

/** The columns of an event. */
export const EVENT_FIELDS: readonly (keyof EventRow)[] = [
  'id',
  'type',
  'sessionId',
  'paymentIntent',
  'source',
  'state',
  'attempts',
  'receivedAt',
  'nextAt',
  'error',
];

/** Events by how the server got them. */
export type EventCounts = Readonly<Record<EventRow['source'], number>>;

/** A payment, and the mails that are queued in its commit. */
export interface PaymentChange {
  readonly payment: Payment;
  readonly mails: readonly MailRow[];
}

/** Stores payments and events. Each call is one transaction. */
export interface PaymentStore {
  /**
   * Finds the newest payable payment with the same fingerprint, created at `since` (epoch milliseconds) or later.
   * Without one, stores and returns `payment`.
   */
  claim(payment: Payment, since: number): Promise<Payment>;
  find(id: string): Promise<Payment | undefined>;
  findBySession(sessionId: string): Promise<Payment | undefined>;
  /** Stores the result of `decide`, which gets the payment if it exists; `undefined` stores nothing. */
  change(
    id: string,
    decide: (payment: Payment | undefined) => PaymentChange | undefined,
  ): Promise<Payment | undefined>;
  /** The payments of an owner, oldest first. */
  ownedBy(owner: Owner): Promise<readonly Payment[]>;
  /** Open payments with a session, not paid, that were created before this time, those that were not looked at for longest first. */
  listOpen(before: number, limit: number): Promise<readonly Payment[]>;
  /** Payments paid since a time, refunded ones included, oldest first. */
  listPaid(since: number): Promise<readonly Payment[]>;
  /** Payments whose order has to be written. */
  listOrdersDue(limit: number): Promise<readonly Payment[]>;
  /** Payments with a refund that the provider has not answered. */
  listRefundsAsked(limit: number): Promise<readonly Payment[]>;
  /** Payments that a person has or had to look at, newest first. */
  listReviews(limit: number): Promise<readonly Payment[]>;
  /** Events that are not applied, those that were given up first. */
  listWaitingEvents(limit: number): Promise<readonly EventRow[]>;
  /** @returns whether the event was not known before */
  addEvent(event: EventRow): Promise<boolean>;
  findEvent(id: string): Promise<EventRow | undefined>;
  /** Of the events received since a time. */
  countEvents(since: number): Promise<EventCounts>;
  /** The event to be applied at a time: never tried ones first, so that they don't wait for those that fail. */
  nextDueEvent(now: number): Promise<EventRow | undefined>;
  /** When the next event is due. */
  nextEventAt(): Promise<number | undefined>;
  putEvent(event: EventRow): Promise<void>;
  /** Up to when the provider's list of events was read, in epoch milliseconds. */
  listedUntil(): Promise<number | undefined>;
  setListedUntil(time: number): Promise<void>;
}
