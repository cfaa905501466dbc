import { toTotals } from '#shared/domain/order-totals.ts';
import { POLICIES } from '#shared/domain/policies.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { toLetter, toLink, type MailShop, type MailText } from './letter.ts';

export type OrderFacts = {
  readonly orderNumber: string;
  readonly lines: readonly { readonly name: string; readonly quantity: number; readonly unitCents: number }[];
  readonly totalCents: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
};

/** Tells the customer that the payment has arrived. @param facts `id` is the order's */
export function orderConfirmed(facts: OrderFacts & { readonly id: string }, shop: MailShop): MailText {
  const { orderNumber, id } = facts;
  return {
    subject: `Your Nankeen order ${orderNumber}`,
    text: toLetter(
      'Thank you for your order. Your payment is confirmed.',
      [...toLineTexts(facts), ...toTotalTexts(facts, shop)],
      ['Follow your order and print its receipt here:', toLink(shop, `/order/${id}`, shop.toOrderKey(id))],
      [
        `Order number: ${orderNumber}`,
        `Delivery is within ${POLICIES.deliveryDays} days. Someone aged ${POLICIES.signatureAge} or over must sign for it.`,
        `Questions? Write to ${shop.contactEmail}.`,
      ],
      ...toSellerTexts(shop),
    ),
  };
}

function toTotalTexts({ totalCents, currency }: OrderFacts, { gstRule }: MailShop): readonly string[] {
  const { subTotal, gst, total } = toTotals(totalCents, gstRule);
  return [
    `Sub total: ${formatCents(subTotal, currency)}`,
    `GST: ${formatCents(gst, currency)}`,
    `Total including GST: ${formatCents(total, currency)}`,
  ];
}

/** No paragraph if the shop has not set who sells. */
function toSellerTexts({ seller: { name, address, abn } }: MailShop): readonly (readonly string[])[] {
  const lines = [name && `Sold by ${name}`, address, abn && `ABN ${abn}`].filter(Boolean);
  return lines.length > 0 ? [lines] : [];
}

/** One text a line: quantity, name and sum. */
export function toLineTexts({ lines, currency }: Pick<OrderFacts, 'lines' | 'currency'>): readonly string[] {
  return lines.map(
    ({ name, quantity, unitCents }) =>
      `${quantity} × ${name.replace(/\s+/g, ' ')}  ${formatCents(quantity * unitCents, currency)}`,
  );
}
