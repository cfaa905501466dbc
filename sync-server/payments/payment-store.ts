import type { Payment } from './payment.ts';

/** One delivery of the provider's news; its id is taken once. */
export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

export interface AppliedEvent {
  /** Whether this id had been taken before; then nothing was changed. */
  readonly isDuplicate: boolean;
  readonly payment: Payment | undefined;
}

/** Where payments are kept. Each call is one transaction; what `decide` gets is current and what it returns is stored. */
export interface PaymentStore {
  /**
   * The newest payable payment with the same fingerprint made at `since` (epoch milliseconds) or later; otherwise
   * `payment` is stored and returned.
   */
  claim(payment: Payment, since: number): Promise<Payment>;
  /** Changes the payment with this id; `early` is another one that holds the same session and is taken in by it. */
  attach(
    id: string,
    sessionId: string,
    decide: (payment: Payment, early: Payment | undefined) => Payment,
  ): Promise<Payment>;
  findBySession(sessionId: string): Promise<Payment | undefined>;
  hasEvent(eventId: string): Promise<boolean>;
  /** Takes an event once and changes its session's payment, or makes it; `undefined` from `decide` stores the event alone. */
  applyEvent(
    event: ReceivedEvent,
    sessionId: string,
    decide: (payment: Payment | undefined) => Payment | undefined,
  ): Promise<AppliedEvent>;
  /** Changes a session's payment, if there is one. */
  change(sessionId: string, decide: (payment: Payment) => Payment): Promise<Payment | undefined>;
  /** Payments whose confirmation mail is due. */
  listDueMails(): Promise<readonly Payment[]>;
  /** Payments with a session that are still open and were made before this time, oldest first. */
  listOpen(before: number, limit: number): Promise<readonly Payment[]>;
}
