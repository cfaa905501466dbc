import type { GatewaySession } from './payment-gateway.ts';
import { toFurtherStatus, type Payment, type PaymentStatus } from './payment.ts';
import { findMismatch } from './quote-lines.ts';

/** Review of a payment whose buyer has asked the bank for the money back. */
export const DISPUTED = 'the buyer disputes the payment';

/**
 * What a payment is after a look at its session. Pure, idempotent and forward only: the same looks in any order and any
 * number of times lead to the same payment.
 * @param session the session as the provider returns it
 */
export function decidePayment(payment: Payment, session: GatewaySession, now: number): Payment {
  const refundedCents = Math.max(payment.refundedCents ?? 0, session.refundedCents);
  const known: Payment = {
    ...payment,
    sessionId: session.id,
    url: session.url ?? payment.url,
    paymentIntent: session.paymentIntent ?? payment.paymentIntent,
    email: session.email ?? payment.email,
    delivery: session.delivery ?? payment.delivery,
    ...(refundedCents > 0 && { refundedCents }),
    status: toFurtherStatus(payment.status, toStatus(session)),
  };
  const isPaid = session.isPaid && session.state === 'complete';
  if (!isPaid) return known;
  const mismatch = findMismatch(payment, session);
  if (mismatch !== undefined) return { ...known, review: mismatch };
  const isRefunded = refundedCents >= payment.totalCents && payment.totalCents > 0;
  return {
    ...known,
    status: toFurtherStatus(known.status, isRefunded ? 'refunded' : 'paid'),
    review: toReview(payment, session, isRefunded),
    fulfilledAt: payment.fulfilledAt ?? now,
  };
}

function toStatus(session: GatewaySession): PaymentStatus {
  if (session.state === 'expired') return 'expired';
  if (session.state === 'open' || session.isPaid) return 'open';
  return session.hasFailed ? 'failed' : 'processing';
}

function toReview(payment: Payment, session: GatewaySession, isRefunded: boolean): string | undefined {
  if (session.isDisputed) return DISPUTED;
  return session.refundedCents > 0 && !isRefunded ? 'refunded in part' : payment.review;
}
