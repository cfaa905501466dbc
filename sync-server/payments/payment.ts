import type { Owner } from '#shared/access/actor.ts';
import type { Delivery } from './payment-gateway.ts';

/** `created`: stored here, not yet known to the provider. `processing`: made, and the money takes days. */
export type PaymentStatus = 'created' | 'open' | 'processing' | 'failed' | 'expired' | 'paid' | 'refunded';

/** A line with the shop's price at the time of the quote. */
export interface QuotedLine {
  readonly priceId: string;
  readonly productId: string;
  readonly name: string;
  readonly quantity: number;
  readonly unitCents: number;
}

export interface Quote {
  readonly lines: readonly QuotedLine[];
  readonly totalCents: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
}

/** One attempt to pay, from the click to the refund. */
export interface Payment extends Quote {
  readonly id: string;
  /** Equal for the same caller, lines and prices, so a repeated click finds its payment. */
  readonly fingerprint: string;
  readonly owner?: Owner | undefined;
  readonly status: PaymentStatus;
  /** The provider's session and the page it is paid on. */
  readonly sessionId?: string | undefined;
  readonly url?: string | undefined;
  readonly paymentIntent?: string | undefined;
  /** Recipient of the confirmation. */
  readonly email?: string | undefined;
  readonly delivery?: Delivery | undefined;
  /** What the provider has given back, also if not by this shop's order. */
  readonly refundedCents?: number | undefined;
  /** Why a person has to review the payment. */
  readonly review?: string | undefined;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly fulfilledAt?: number | undefined;
  /** When the provider was last asked without an event, and how often it did not know the session. */
  readonly lookedAt?: number | undefined;
  readonly unknownLooks?: number | undefined;
}

const RANK: Readonly<Record<PaymentStatus, number>> = {
  created: 0,
  open: 1,
  processing: 2,
  failed: 3,
  expired: 4,
  paid: 5,
  refunded: 6,
};

/** The later of two states, so the order of events does not matter. */
export function toFurtherStatus(a: PaymentStatus, b: PaymentStatus): PaymentStatus {
  return RANK[a] >= RANK[b] ? a : b;
}
