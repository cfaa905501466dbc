import { toOrderNumber } from '#shared/domain/order-number.ts';
import { toMailRow } from '#server/mail/new-mail.ts';
import type { MailRow } from '#server/mail/mail-store.ts';
import type { Payment } from './payment.ts';

/** Key of the mail that confirms the payment of a session. */
export const toConfirmationKey = (sessionId: string) => `order-confirmed:${sessionId}`;

/** The confirmation of a payment that has just been fulfilled; none without an address. */
export function toConfirmationMails(payment: Payment, sessionId: string, now: number): readonly MailRow[] {
  const { id, email, lines, totalCents, currency } = payment;
  if (email === undefined) return [];
  const facts = {
    orderNumber: toOrderNumber(id),
    lines: lines.map(({ name, quantity, unitCents }) => ({ name, quantity, unitCents })),
    totalCents,
    currency,
  };
  const key = toConfirmationKey(sessionId);
  return [toMailRow({ key, template: 'order-confirmed', to: email, about: id, facts }, now)];
}

/** Tells the shop that a buyer has asked the bank for the money back. */
export function toDisputeMail(payment: Payment, to: string, now: number): MailRow {
  const { id, totalCents, currency } = payment;
  const facts = { orderNumber: toOrderNumber(id), totalCents, currency };
  return toMailRow({ key: `staff-dispute:${id}`, template: 'staff-dispute', to, about: id, facts }, now);
}
