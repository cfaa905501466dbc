import { POLICIES } from '#shared/domain/policies.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { toLetter, type MailShop, type MailText } from './letter.ts';

export type OrderFacts = {
  readonly orderNumber: string;
  readonly lines: readonly { readonly name: string; readonly quantity: number; readonly unitCents: number }[];
  readonly totalCents: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
};

/** Tells the customer that the payment has arrived. */
export function orderConfirmed(facts: OrderFacts, { contactEmail }: MailShop): MailText {
  const { orderNumber, totalCents, currency } = facts;
  const money = (cents: number) => formatCents(cents, currency);
  const lines = facts.lines.map(
    ({ name, quantity, unitCents }) =>
      `${quantity} × ${name.replace(/\s+/g, ' ')}  ${money(quantity * unitCents)}`,
  );
  return {
    subject: `Your Nankeen order ${orderNumber}`,
    text: toLetter(
      'Thank you for your order. Your payment is confirmed.',
      [...lines, `Total including GST: ${money(totalCents)}`],
      [
        `Order number: ${orderNumber}`,
        `Delivery is within ${POLICIES.deliveryDays} days. Someone aged ${POLICIES.signatureAge} or over must sign for it.`,
        `Questions? Write to ${contactEmail}.`,
      ],
    ),
  };
}
