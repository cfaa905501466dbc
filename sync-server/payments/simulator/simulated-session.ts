import type { Delivery, Dispute } from '../payment-gateway.ts';

/** A line of a simulated payment, with the price at its creation. */
export interface SimulatedLine {
  readonly priceId: string;
  readonly productId: string;
  readonly name: string;
  readonly quantity: number;
  readonly unitCents: number;
}

/** Money given back; at once, and it can fail afterwards. */
export interface SimulatedRefund {
  readonly id: string;
  readonly cents: number;
  readonly hasFailed?: boolean | undefined;
  /** The shop's id of the refund. */
  readonly reference?: string | undefined;
  /** Of the call that made it. */
  readonly idempotencyKey?: string | undefined;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** A hosted payment of the simulator. Times are epoch milliseconds. */
export interface SimulatedSession {
  readonly id: string;
  readonly state: 'open' | 'complete' | 'expired';
  readonly lines: readonly SimulatedLine[];
  /** ISO 4217, upper case. */
  readonly currency: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** The shop's id of the payment. */
  readonly reference?: string | undefined;
  /** Where the shop delivers to; empty if no address is asked for. */
  readonly countries: readonly string[];
  readonly email?: string | undefined;
  readonly delivery?: Delivery | undefined;
  readonly paymentIntent?: string | undefined;
  /** If it is not the sum of the lines. */
  readonly paidCents?: number | undefined;
  /** Of a complete session: a payment that takes days waits first. */
  readonly outcome?: 'paid' | 'waiting' | 'failed' | undefined;
  /** Oldest first. */
  readonly refunds?: readonly SimulatedRefund[] | undefined;
  /** Oldest first. */
  readonly disputes?: readonly Dispute[] | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Hash of the key's first request; a different request with the same key is rejected. */
  readonly requestHash: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** A price of the simulator. It never changes. */
export interface SimulatedPrice {
  readonly id: string;
  /** The shop's `STUPID` of the product. */
  readonly productId: string;
  readonly unitCents: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  /** Of the call that made it; a price of the catalogue has none. */
  readonly idempotencyKey?: string | undefined;
}

/** An event as the simulator delivers and lists it. */
export interface SimulatedEvent {
  readonly id: string;
  readonly type: string;
  /** Epoch seconds. */
  readonly created: number;
}

/** A page of a list, newest first. */
export interface SimulatedFilter {
  /** Epoch seconds. */
  readonly since: number;
  /** Id of the last one of the page before. */
  readonly after: string | undefined;
  readonly limit: number;
}

export interface SimulatedEventFilter extends SimulatedFilter {
  /** Empty for all. */
  readonly types: readonly string[];
}

export interface SessionChange<Event extends SimulatedEvent> {
  readonly session: SimulatedSession;
  readonly event: Event;
}

/** Stores what the simulator knows, so a restart does not lose a payment in progress. Each call is one transaction. */
export interface SimulatedPaymentStore {
  find(id: string): Promise<SimulatedSession | undefined>;
  findByPaymentIntent(paymentIntent: string): Promise<SimulatedSession | undefined>;
  /** Stores a new session, unless its idempotency key is known. @returns the session with this key */
  add(session: SimulatedSession): Promise<SimulatedSession>;
  /** Stores what has just happened to a session and its event, both or neither. @param decide `undefined` changes nothing */
  change<Event extends SimulatedEvent>(
    id: string,
    decide: (session: SimulatedSession) => SessionChange<Event> | undefined,
  ): Promise<SessionChange<Event> | undefined>;
  /** Newest first. */
  list(filter: SimulatedFilter): Promise<readonly SimulatedSession[]>;
  findPrice(id: string): Promise<SimulatedPrice | undefined>;
  /** Stores a new price, unless its id or idempotency key is known. @returns the price with this key */
  addPrice(price: SimulatedPrice): Promise<SimulatedPrice>;
  /** Newest first. */
  listEvents(filter: SimulatedEventFilter): Promise<readonly SimulatedEvent[]>;
}

/** How far a test payment is. */
export type Phase = 'open' | 'expired' | 'waiting' | 'paid' | 'failed';

export function toPhase({ state, outcome = 'paid' }: SimulatedSession): Phase {
  return state === 'complete' ? outcome : state;
}

export function toTotalCents({ paidCents, lines }: SimulatedSession): number {
  return paidCents ?? lines.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0);
}

export function toRefundedCents({ refunds = [] }: SimulatedSession): number {
  return refunds.reduce((sum, { cents, hasFailed = false }) => (hasFailed ? sum : sum + cents), 0);
}

/** How long the provider remembers an idempotency key. */
const KEY_LIFETIME_MS = 24 * 3_600_000;

/** The refund that a call with the same idempotency key has made. */
export function findRefundByKey(
  { refunds = [] }: SimulatedSession,
  key: string | undefined,
  now: number,
): SimulatedRefund | undefined {
  if (key === undefined) return undefined;
  return refunds.find(
    ({ idempotencyKey, createdAt }) => idempotencyKey === key && now - createdAt < KEY_LIFETIME_MS,
  );
}

/** The session at `now`: an open one expires once its time is over. */
export function toCurrent(session: SimulatedSession, now: number): SimulatedSession {
  return session.state === 'open' && session.expiresAt <= now ? { ...session, state: 'expired' } : session;
}
