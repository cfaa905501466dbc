import { toOrderNumber } from '#shared/domain/order-number.ts';
import { toMailRow } from '#server/mail/new-mail.ts';
import type { MailRow } from '#server/mail/mail-store.ts';
import type { Payment, Refund } from './payment.ts';

/** Key of the mail that confirms the payment of a session. */
export const toConfirmationKey = (sessionId: string) => `order-confirmed:${sessionId}`;

/** The confirmation of a payment that has just been fulfilled; none without an address. */
export function toConfirmationMails(payment: Payment, sessionId: string, now: number): readonly MailRow[] {
  const { id, email } = payment;
  if (email === undefined) return [];
  const key = toConfirmationKey(sessionId);
  const facts = toOrderFacts(payment);
  return [toMailRow({ key, template: 'order-confirmed', to: email, about: id, facts }, now)];
}

/** Tells the buyer that a payment which takes days has failed. */
export function toFailedPaymentMails(before: Payment, after: Payment, now: number): readonly MailRow[] {
  const { id, email, status } = after;
  if (email === undefined || status !== 'failed' || before.status === 'failed') return [];
  const { id: _id, ...facts } = toOrderFacts(after);
  return [
    toMailRow({ key: `payment-failed:${id}`, template: 'payment-failed', to: email, about: id, facts }, now),
  ];
}

function toOrderFacts({ id, lines, totalCents, currency }: Payment) {
  return {
    orderNumber: toOrderNumber(id),
    id,
    lines: lines.map(({ name, quantity, unitCents }) => ({ name, quantity, unitCents })),
    totalCents,
    currency,
  };
}

/** Tells the shop that a buyer has asked the bank for the money back: once for each dispute. */
export function toDisputeMail(payment: Payment, to: string, now: number): MailRow {
  const { id, totalCents, currency, disputeId = '' } = payment;
  const facts = { orderNumber: toOrderNumber(id), totalCents, currency };
  const key = `staff-dispute:${id}:${disputeId}`;
  return toMailRow({ key, template: 'staff-dispute', to, about: id, facts }, now);
}

/** Tells the shop that a manager has to decide about a payment. */
export function toHeldMail(payment: Payment, to: string, now: number): MailRow {
  const { id, review = '' } = payment;
  const facts = { orderNumber: toOrderNumber(id), id, review };
  return toMailRow({ key: `staff-held:${id}`, template: 'staff-held', to, about: id, facts }, now);
}

/** Tells the shop that something has to be packed. */
export function toNewOrderMail(payment: Payment, to: string, now: number): MailRow {
  const { id } = payment;
  const facts = toOrderFacts(payment);
  return toMailRow({ key: `staff-new-order:${id}`, template: 'staff-new-order', to, about: id, facts }, now);
}

/** Tells the buyer of each refund that has come through since. */
export function toRefundMails(before: Payment, after: Payment, now: number): readonly MailRow[] {
  const { id, email } = after;
  if (email === undefined) return [];
  return findRefundsNow('succeeded', before, after).map((refund) => {
    const facts = toRefundFacts(refund, after);
    const key = `refunded:${refund.id}`;
    return toMailRow({ key, template: 'refunded', to: email, about: id, facts }, now);
  });
}

/** Tells the shop of each refund that has failed since. */
export function toFailedRefundMails(
  { before, after }: { readonly before: Payment; readonly after: Payment },
  to: string,
  now: number,
): readonly MailRow[] {
  const { id } = after;
  return findRefundsNow('failed', before, after).map((refund) => {
    const facts = { ...toRefundFacts(refund, after), id };
    const key = `staff-refund-failed:${refund.id}`;
    return toMailRow({ key, template: 'staff-refund-failed', to, about: id, facts }, now);
  });
}

/** Refunds that have come to a state since. */
function findRefundsNow(state: Refund['state'], before: Payment, after: Payment): readonly Refund[] {
  const known = new Map(before.refunds?.map((refund) => [refund.id, refund.state]));
  return (after.refunds ?? []).filter((refund) => refund.state === state && known.get(refund.id) !== state);
}

function toRefundFacts({ cents }: Refund, { id, paidCurrency, currency }: Payment) {
  return { orderNumber: toOrderNumber(id), cents, currency: paidCurrency ?? currency };
}
