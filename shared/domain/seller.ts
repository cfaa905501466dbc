import { toGstCents, type GstRule } from './order-totals.ts';

/** The company that sells, as on its receipts; empty where the setting is not set. */
export interface Seller {
  readonly name: string;
  /** One line. */
  readonly address: string;
  /** In groups: 51 824 753 556. */
  readonly abn: string;
}

export const NO_SELLER: Seller = { name: '', address: '', abn: '' };

/** What the receipt of an order is called: a tax invoice needs the seller with its ABN, and the GST that the law names. */
export function toReceiptTitle(
  order: { readonly orderTotalCents: number; readonly orderGstCents: number },
  { seller, gstRule }: { readonly seller: Seller; readonly gstRule: GstRule },
): 'Tax invoice' | 'Receipt' {
  const isLawful = gstRule === 'law' && order.orderGstCents === toGstCents(order.orderTotalCents, 'law');
  return isLawful && seller.name !== '' && seller.abn !== '' ? 'Tax invoice' : 'Receipt';
}

/** The settings without which a receipt does not name the seller. */
export function missingSellerSettings({ name, address, abn }: Seller): readonly string[] {
  const settings = { COMPANY_NAME: name, COMPANY_ADDRESS: address, ABN: abn };
  return Object.entries(settings).flatMap(([setting, value]) => (value === '' ? [setting] : []));
}
