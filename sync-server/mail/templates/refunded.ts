import { formatCents } from '#shared/kernel/money.ts';
import { toLetter, type MailShop, type MailText } from './letter.ts';

export type RefundedFacts = {
  readonly orderNumber: string;
  readonly cents: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
};

/** Tells the buyer that money is on its way back. */
export function refunded(facts: RefundedFacts, { contactEmail }: MailShop): MailText {
  const money = formatCents(facts.cents, facts.currency);
  return {
    subject: `We have refunded ${money} of your order ${facts.orderNumber}`,
    text: toLetter(
      `We have refunded ${money} of your order ${facts.orderNumber}, to the card or account that you paid with.`,
      'Banks take up to ten days to show it.',
      `Questions? Write to ${contactEmail}.`,
    ),
  };
}
