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

/** Tells the buyer that a bank has refused a payment that takes days. */
export function paymentFailed(facts: OrderFacts, shop: MailShop): MailText {
  const { orderNumber, totalCents, currency } = facts;
  return {
    subject: `The payment of your Nankeen order ${orderNumber} failed`,
    text: toLetter(
      `The payment of ${formatCents(totalCents, currency)} for your order ${orderNumber} did not go through. The order is not made, and nothing is sent.`,
      toLineTexts(facts),
      ['You can order again here:', toLink(shop, '/products')],
      `Questions? Write to ${shop.contactEmail}.`,
    ),
  };
}

type AcceptedFacts = {
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

type OrderSentFacts = {
  readonly orderNumber: string;
  /** Carrier and code of the parcel; empty if not known. */
  readonly tracking: string;
};

/** Tells the buyer that the parcel is on its way. */
export function orderSent({ orderNumber, ...facts }: OrderSentFacts, shop: MailShop): MailText {
  const tracking = facts.tracking.replace(/\s+/g, ' ').trim();
  return {
    subject: `Your Nankeen order ${orderNumber} is on its way`,
    text: toLetter(
      `Your order ${orderNumber} was handed to the carrier.`,
      ...(tracking === '' ? [] : [`Tracking: ${tracking}`]),
      `Someone aged ${POLICIES.signatureAge} or over must sign for it.`,
      `Questions? Write to ${shop.contactEmail}.`,
    ),
  };
}

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
