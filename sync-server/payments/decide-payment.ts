import { toCountryInSentence } from '#shared/domain/country-names.ts';
import { DISPUTE_LOST, DISPUTED } from '#shared/domain/order-states.ts';
import type { GatewayRefund, GatewaySession } from './payment-gateway.ts';
import { toFurtherStatus, type Payment, type PaymentStatus, type Refund } from './payment.ts';
import { findMismatch } from './quote-lines.ts';

interface Shop {
  /** Empty if no address is asked for. */
  readonly deliveryCountries: readonly string[];
  readonly now: number;
}

/**
 * What a payment is after a look at its session. Pure and idempotent; forward only, except for what was given back, which
 * is what the provider says now, and what has to be reviewed, which can end.
 * @param session the session as the provider returns it
 * @param shop where it delivers to, and its time
 */
export function decidePayment(
  payment: Payment,
  session: GatewaySession,
  { deliveryCountries, now }: Shop,
): Payment {
  const { refundedCents } = session;
  const known: Payment = {
    ...payment,
    sessionId: session.id,
    url: session.url ?? payment.url,
    paymentIntent: session.paymentIntent ?? payment.paymentIntent,
    email: session.email ?? payment.email,
    delivery: session.delivery ?? payment.delivery,
    ...((refundedCents > 0 || payment.refundedCents !== undefined) && { refundedCents }),
    ...(session.refunds.length > 0 && { refunds: mergeRefunds(payment.refunds ?? [], session.refunds) }),
    status: toFurtherStatus(payment.status, toStatus(session)),
  };
  const isPaid = session.isPaid && session.state === 'complete';
  if (!isPaid) return known;
  const mismatch =
    findMismatch(payment, session) ??
    // What was accepted under an earlier setting stays accepted.
    (payment.fulfilledAt === undefined ? findForeignAddress(session, deliveryCountries) : undefined);
  const isRefunded = refundedCents >= session.totalCents && session.totalCents > 0;
  const fulfilledAt = payment.fulfilledAt ?? (mismatch === undefined ? now : undefined);
  // A refund can fail after it has succeeded.
  const reached = known.status === 'refunded' ? 'open' : known.status;
  const further = isRefunded ? 'refunded' : fulfilledAt === undefined ? 'open' : 'paid';
  return {
    ...known,
    status: toFurtherStatus(reached, further),
    paidAt: payment.paidAt ?? now,
    paidCents: session.totalCents,
    paidCurrency: session.currency,
    review: toDisputeReview(session.dispute) ?? mismatch,
    disputeId: session.disputeId,
    fulfilledAt,
  };
}

function findForeignAddress({ delivery }: GatewaySession, countries: readonly string[]): string | undefined {
  if (!delivery || countries.length === 0 || countries.includes(delivery.country)) return undefined;
  return `the address is in ${toCountryInSentence(delivery.country)}, where the shop does not deliver`;
}

function toDisputeReview(dispute: GatewaySession['dispute']): string | undefined {
  if (dispute === 'open') return DISPUTED;
  return dispute === 'lost' ? DISPUTE_LOST : undefined;
}

function toStatus(session: GatewaySession): PaymentStatus {
  if (session.state === 'expired') return 'expired';
  if (session.state === 'open' || session.isPaid) return 'open';
  return session.hasFailed ? 'failed' : 'processing';
}

/** The shop's refunds with what the provider says of them, then those that were made at the provider. */
export function mergeRefunds(refunds: readonly Refund[], known: readonly GatewayRefund[]): readonly Refund[] {
  const states = new Map(known.map((refund) => [refund.reference ?? refund.id, refund]));
  const ids = new Set(refunds.map(({ id }) => id));
  const elsewhere = [...states].filter(([id]) => !ids.has(id));
  return [
    ...refunds.map((refund) => ({ ...refund, state: states.get(refund.id)?.state ?? refund.state })),
    ...elsewhere.map(([id, { cents, createdAt, state }]) => ({ id, cents, at: createdAt, state })),
  ];
}
