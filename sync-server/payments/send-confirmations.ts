import type { Log } from '#server/log.ts';
import type { Mailer, Mail } from '#server/mail/mailer.ts';
import { toOrderNumber } from '#shared/domain/order-number.ts';
import { POLICIES } from '#shared/domain/policies.ts';
import { formatCents } from '#shared/kernel/money.ts';
import type { PaymentStore } from './payment-store.ts';
import type { Payment } from './payment.ts';

export interface ConfirmationsOptions {
  readonly store: PaymentStore;
  readonly mailer: Mailer;
  readonly contactEmail: string;
  readonly log: Log;
}

/** Sends all due mails; a failed mail stays due. */
export type SendConfirmations = () => Promise<void>;

export function createConfirmations({
  store,
  mailer,
  contactEmail,
  log,
}: ConfirmationsOptions): SendConfirmations {
  /** Sessions whose mail is being sent, so concurrent calls do not send it twice. */
  const underWay = new Set<string>();

  return async () => {
    for (const payment of await store.listDueMails()) {
      const { sessionId } = payment;
      const mail = toConfirmationMail(payment, contactEmail);
      if (sessionId === undefined || mail === undefined || underWay.has(sessionId)) continue;
      underWay.add(sessionId);
      try {
        await mailer.send(mail);
        await store.change(sessionId, (current) => ({ ...current, mail: 'sent' }));
      } catch (err) {
        log.error({ payment: payment.id, err }, 'confirmation mail not sent; it stays due');
      } finally {
        underWay.delete(sessionId);
      }
    }
  };
}

/** Mail that confirms a payment to the customer; `undefined` without an address. */
function toConfirmationMail(payment: Payment, contactEmail: string): Mail | undefined {
  if (payment.email === undefined) return undefined;
  const orderNumber = toOrderNumber(payment.id);
  const money = (cents: number) => formatCents(cents, payment.currency);
  const lines = payment.lines.map(
    ({ name, quantity, unitCents }) =>
      `${quantity} × ${name.replace(/\s+/g, ' ')}  ${money(quantity * unitCents)}`,
  );
  return {
    to: payment.email,
    subject: `Your Nankeen order ${orderNumber}`,
    text: [
      'Thank you for your order. Your payment is confirmed.',
      '',
      ...lines,
      `Total including GST: ${money(payment.totalCents)}`,
      '',
      `Order number: ${orderNumber}`,
      `Delivery is within ${POLICIES.deliveryDays} days. Someone aged ${POLICIES.signatureAge} or over must sign for it.`,
      `Questions? Write to ${contactEmail}.`,
      '',
      'Nankeen, Australian drones',
    ].join('\n'),
  };
}
