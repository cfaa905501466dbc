import { toLetter, toLink, type MailShop, type MailText } from './letter.ts';

export type HeldFacts = {
  readonly orderNumber: string;
  /** Of the order. */
  readonly id: string;
  /** How the payment differs from the quote. */
  readonly review: string;
};

/** Tells the shop that a manager has to decide about a payment. */
export function staffHeld({ orderNumber, id, review }: HeldFacts, shop: MailShop): MailText {
  return {
    subject: `Order ${orderNumber} is held`,
    text: toLetter(
      `Order ${orderNumber} is paid, but the payment is not what was quoted: ${review}.`,
      'Pack nothing yet. A manager accepts the payment, or refunds it and cancels the order. The buyer gets a mail then.',
      ['Decide here:', toLink(shop, `/admin/orders/${id}`)],
    ),
  };
}
