import type { Delivery } from '../payment-gateway.ts';

/** A line of a simulated payment, with the price at its creation. */
export interface SimulatedLine {
  readonly priceId: string;
  readonly productId: string;
  readonly name: string;
  readonly quantity: number;
  readonly unitCents: number;
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
  /** Of a complete session: a payment that takes days waits first. */
  readonly outcome?: 'paid' | 'waiting' | 'failed' | undefined;
  readonly refundedCents?: number | undefined;
  readonly isDisputed?: boolean | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Hash of the key's first request; a different request with the same key is rejected. */
  readonly requestHash: string;
  readonly createdAt: number;
  readonly expiresAt: number;
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

/** Stores what the simulator knows, so a restart does not lose a payment in progress. */
export interface SimulatedPaymentStore {
  find(id: string): Promise<SimulatedSession | undefined>;
  findByIdempotencyKey(key: string): Promise<SimulatedSession | undefined>;
  findByPaymentIntent(paymentIntent: string): Promise<SimulatedSession | undefined>;
  put(session: SimulatedSession): Promise<void>;
  /** Newest first. */
  list(filter: SimulatedFilter): readonly SimulatedSession[];
  addEvent(event: SimulatedEvent): void;
  /** Newest first. */
  listEvents(filter: SimulatedEventFilter): readonly SimulatedEvent[];
}

/** How far a test payment is. */
export type Phase = 'open' | 'expired' | 'waiting' | 'paid' | 'failed';

export function toPhase({ state, outcome = 'paid' }: SimulatedSession): Phase {
  return state === 'complete' ? outcome : state;
}

export function toTotalCents(session: SimulatedSession): number {
  return session.lines.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0);
}

/** The session at `now`: an open one expires once its time is over. */
export function toCurrent(session: SimulatedSession, now: number): SimulatedSession {
  return session.state === 'open' && session.expiresAt <= now ? { ...session, state: 'expired' } : session;
}
