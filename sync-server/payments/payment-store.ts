import type { Owner } from '#shared/access/actor.ts';
import type { MailRow } from '#server/mail/mail-store.ts';
import type { Payment } from './payment.ts';

/** A delivered provider event. Each id is applied once. */
export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

export interface AppliedEvent {
  /** Whether this id was applied before; then nothing changed. */
  readonly isDuplicate: boolean;
  readonly payment: Payment | undefined;
}

/** A payment, and the mails that are queued in its commit. */
export interface PaymentChange {
  readonly payment: Payment;
  readonly mails: readonly MailRow[];
}

/** Stores payments. Each call is one transaction: `decide` gets the current payment, and its result is stored. */
export interface PaymentStore {
  /**
   * Finds the newest payable payment with the same fingerprint, created at `since` (epoch milliseconds) or later.
   * Without one, stores and returns `payment`.
   */
  claim(payment: Payment, since: number): Promise<Payment>;
  /**
   * Links a session to the payment with this id. `early` is a payment that an earlier event of the session created; it
   * is merged into the linked one.
   */
  attach(
    id: string,
    sessionId: string,
    decide: (payment: Payment, early: Payment | undefined) => Payment,
  ): Promise<Payment>;
  findBySession(sessionId: string): Promise<Payment | undefined>;
  hasEvent(eventId: string): Promise<boolean>;
  /**
   * Applies an event once, changing or creating its session's payment. When `decide` returns `undefined`, only the
   * event is stored.
   */
  applyEvent(
    event: ReceivedEvent,
    sessionId: string,
    decide: (payment: Payment | undefined) => PaymentChange | undefined,
  ): Promise<AppliedEvent>;
  /** Changes a session's payment, if it exists. */
  change(sessionId: string, decide: (payment: Payment) => PaymentChange): Promise<Payment | undefined>;
  /** The payments of an owner, oldest first. */
  ownedBy(owner: Owner): Promise<readonly Payment[]>;
  /** Open payments with a session that were created before this time, oldest first. */
  listOpen(before: number, limit: number): Promise<readonly Payment[]>;
}
