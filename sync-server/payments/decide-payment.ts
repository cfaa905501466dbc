import type { GatewaySession, PaymentEvent } from './payment-gateway.ts';
import { toFurtherStatus, type Payment, type PaymentStatus } from './payment.ts';
import { findMismatch } from './quote-lines.ts';

/**
 * Applies a provider event to a payment. Pure, idempotent and forward only: the same events in any order and any number
 * of times lead to the same payment.
 * @param session the session as the provider returns it now, which takes precedence over the event
 */
export function decidePayment(
  payment: Payment,
  kind: PaymentEvent['kind'],
  session: GatewaySession,
  now: number,
): Payment {
  const known: Payment = {
    ...payment,
    sessionId: session.id,
    url: session.url ?? payment.url,
    paymentIntent: session.paymentIntent ?? payment.paymentIntent,
    email: session.email ?? payment.email,
    status: toFurtherStatus(payment.status, toStatus(kind, session)),
    review: kind === 'partial-refund' ? 'refunded in part' : payment.review,
  };
  const isPaid = session.isPaid && session.state === 'complete';
  if (!isPaid) return known;
  const mismatch = findMismatch(payment, session);
  if (mismatch !== undefined) return { ...known, review: mismatch };
  const paid = { ...known, status: toFurtherStatus(known.status, 'paid') };
  if (payment.fulfilledAt !== undefined) return paid;
  return { ...paid, fulfilledAt: now };
}

function toStatus(kind: PaymentEvent['kind'], session: GatewaySession): PaymentStatus {
  if (kind === 'refund') return 'refunded';
  if (session.state === 'expired') return 'expired';
  return kind === 'session-failed' && !session.isPaid ? 'failed' : 'open';
}
