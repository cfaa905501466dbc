import { formatCents } from '#shared/kernel/money.ts';
import { toLetter, toLink, type MailShop, type MailText } from './letter.ts';
import type { RefundedFacts } from './refunded.ts';

export type RefundFailedFacts = RefundedFacts & {
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
