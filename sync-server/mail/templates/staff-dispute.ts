import { formatCents } from '#shared/kernel/money.ts';
import { toLetter, type MailText } from './letter.ts';

export type DisputeFacts = {
  readonly orderNumber: string;
  readonly totalCents: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
};

/** Tells the shop that a buyer has asked the bank for the money back. */
export function staffDispute({ orderNumber, totalCents, currency }: DisputeFacts): MailText {
  return {
    subject: `Order ${orderNumber} is disputed`,
    text: toLetter(
      `The buyer of order ${orderNumber} has asked the bank to give back ${formatCents(totalCents, currency)}.`,
      'The payment provider says until when you can answer, and what it needs from you: a proof of delivery, for example. Send nothing more of this order until it is decided.',
    ),
  };
}
