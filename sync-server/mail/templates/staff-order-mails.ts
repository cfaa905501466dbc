import { formatCents } from '#shared/kernel/money.ts';
import { toLetter, toLink, type MailShop, type MailText } from './letter.ts';
import { toLineTexts, type OrderFacts, type RefundedFacts } from './order-mails.ts';

/** Tells the shop that something has to be packed. @param facts `id` is the order's */
export function staffNewOrder(facts: OrderFacts & { readonly id: string }, shop: MailShop): MailText {
  const { orderNumber, totalCents, currency, id } = facts;
  return {
    subject: `New order ${orderNumber}`,
    text: toLetter(
      `Order ${orderNumber} is paid.`,
      [...toLineTexts(facts), `Total including GST: ${formatCents(totalCents, currency)}`],
      ['Pack and send it here:', toLink(shop, `/admin/orders/${id}`)],
    ),
  };
}

type HeldFacts = {
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

type DisputeFacts = {
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

type RefundFailedFacts = RefundedFacts & {
  /** Of the order. */
  readonly id: string;
};

/** Tells the shop that a buyer does not get a refund. */
export function staffRefundFailed(facts: RefundFailedFacts, shop: MailShop): MailText {
  const { orderNumber, id, cents, currency } = facts;
  return {
    subject: `A refund of order ${orderNumber} has failed`,
    text: toLetter(
      `The refund of ${formatCents(cents, currency)} of order ${orderNumber} has failed, so the buyer does not get this money.`,
      'The buyer may have had a mail that it was refunded. Refund it again, or agree with the buyer on another way, such as a bank transfer.',
      ['See why here:', toLink(shop, `/admin/orders/${id}`)],
    ),
  };
}
