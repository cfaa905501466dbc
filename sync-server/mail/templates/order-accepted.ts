import { POLICIES } from '#shared/domain/policies.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { toLetter, toLink, type MailShop, type MailText } from './letter.ts';

export type AcceptedFacts = {
  readonly orderNumber: string;
  /** Of the order. */
  readonly id: string;
  readonly paidCents: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
};

/** Tells the customer that a payment that was held is accepted. Names what was paid, which is not what was quoted. */
export function orderAccepted(facts: AcceptedFacts, shop: MailShop): MailText {
  const { orderNumber, id, paidCents, currency } = facts;
  return {
    subject: `Your Nankeen order ${orderNumber}`,
    text: toLetter(
      `Thank you for your order. We have checked your payment of ${formatCents(paidCents, currency)}, and it is confirmed.`,
      ['Follow your order and print its receipt here:', toLink(shop, `/order/${id}`, shop.toOrderKey(id))],
      [
        `Order number: ${orderNumber}`,
        `Delivery is within ${POLICIES.deliveryDays} days. Someone aged ${POLICIES.signatureAge} or over must sign for it.`,
        `Questions? Write to ${shop.contactEmail}.`,
      ],
    ),
  };
}
