import { POLICIES } from '#shared/domain/policies.ts';
import { toLetter, type MailShop, type MailText } from './letter.ts';

export type OrderSentFacts = {
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
