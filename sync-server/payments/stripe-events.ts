import type { Stripe } from 'stripe';
import type { PaymentEvent } from './payment-gateway.ts';

/** Converts a Stripe event; most are `other`. */
export function toPaymentEvent(event: Stripe.Event): PaymentEvent {
  const { id, type } = event;
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return { id, type, kind: 'session', sessionId: event.data.object.id };
    case 'checkout.session.async_payment_failed':
      return { id, type, kind: 'session-failed', sessionId: event.data.object.id };
    case 'charge.refunded': {
      const { payment_intent: intent, refunded } = event.data.object;
      const paymentIntent = typeof intent === 'string' ? intent : intent?.id;
      if (paymentIntent === undefined) return { id, type, kind: 'other' };
      return { id, type, kind: refunded ? 'refund' : 'partial-refund', paymentIntent };
    }
    default:
      return { id, type, kind: 'other' };
  }
}
