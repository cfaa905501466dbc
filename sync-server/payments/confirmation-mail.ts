import type { Mail } from '#server/mail/mailer.ts';
import { formatCents } from '#shared/kernel/money.ts';
import type { Payment } from './payment.ts';

/** Mail that confirms a payment to the customer; `undefined` without an address. */
export function toConfirmationMail(payment: Payment, contactEmail: string): Mail | undefined {
  if (payment.email === undefined) return undefined;
  const money = (cents: number) => formatCents(cents, payment.currency);
  const lines = payment.lines.map(
    ({ name, quantity, unitCents }) =>
      `${quantity} × ${name.replace(/\s+/g, ' ')}  ${money(quantity * unitCents)}`,
  );
  return {
    to: payment.email,
    subject: `Your Nankeen order ${payment.id.slice(-6)}`,
    text: [
      'Thank you for your order. Your payment is confirmed.',
      '',
      ...lines,
      `Total including GST: ${money(payment.totalCents)}`,
      '',
      `Reference: ${payment.id}`,
      'Delivery is within 14 days. Somebody over 18 has to sign for it.',
      `Questions? Write to ${contactEmail}.`,
      '',
      'Nankeen, Australian drones',
    ].join('\n'),
  };
}
