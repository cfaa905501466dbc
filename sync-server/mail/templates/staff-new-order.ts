import { formatCents } from '#shared/kernel/money.ts';
import { toLetter, toLink, type MailShop, type MailText } from './letter.ts';
import { toLineTexts, type OrderFacts } from './order-confirmed.ts';

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
