import type { Owner } from '#shared/access/actor.ts';
import type { OrderRefund } from '#shared/collections/orders.ts';
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

/** Review of a payment that the shop gave up before anybody could pay it. */
export const UNQUOTED = 'the provider’s price differs from the product’s';

/** Money that goes back to the buyer. */
export interface Refund {
  /** The shop's; the provider's for a refund that was made there. */
  readonly id: string;
  readonly cents: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly state: OrderRefund['state'];
  /** Why, and who asked for it; absent for a refund that was made at the provider. */
  readonly reason?: string | undefined;
  readonly by?: string | undefined;
  /** Why it failed, in the provider's words. */
  readonly error?: string | undefined;
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
  /** When it was first seen as paid, whatever the sum; then there is an order. */
  readonly paidAt?: number | undefined;
  /** What the buyer has paid, and in which currency: not the quote's if the two differ. */
  readonly paidCents?: number | undefined;
  readonly paidCurrency?: string | undefined;
  /** Whether its order has to be written. */
  readonly isOrderDue?: true | undefined;
  /** Oldest first. */
  readonly refunds?: readonly Refund[] | undefined;
  /** What the provider has given back. */
  readonly refundedCents?: number | undefined;
  /** Why a person has to review the payment; `isReviewOpen` says whether that is over. */
  readonly review?: string | undefined;
  /** When a person has settled the review of a payment without money. */
  readonly settledAt?: number | undefined;
  /** Id of the dispute that the bank has not decided. */
  readonly disputeId?: string | undefined;
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

/** Whether it is paid, but not what was quoted, so a manager decides about its order. */
export function isHeld({ paidAt, fulfilledAt }: Payment): boolean {
  return paidAt !== undefined && fulfilledAt === undefined;
}

/** What can still be given back. */
export function toRefundableCents({ paidCents = 0, refunds = [] }: Payment): number {
  const given = refunds.filter(({ state }) => state !== 'failed');
  return Math.max(0, paidCents - given.reduce((sum, { cents }) => sum + cents, 0));
}
