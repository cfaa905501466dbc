import type { Product, ProductEntry } from '#shared/collections/products.ts';
import { centsToDecimal, parseCents } from '#shared/kernel/money.ts';

/** What a product can cost, in cents. */
export const MIN_PRICE_CENTS = 50;
export const MAX_PRICE_CENTS = 99_999_999;

/** A value that a product may not have. */
export interface ProductFault {
  /** e.g. `productPrices[0].value` */
  readonly path: string;
  /** A sentence for the person who made the change. */
  readonly message: string;
}

/**
 * Finds a price or a link that a product may not have. Values that the stored product has already are not checked, so
 * that older products can still be edited.
 * @param before the stored content, of any schema
 */
export function findProductFault(
  { productPrices, productDownloads }: Pick<Product, 'productPrices' | 'productDownloads'>,
  before?: Readonly<Record<string, unknown>>,
): ProductFault | undefined {
  const price = productPrices[0]?.value ?? '';
  const message = price === valuesOf(before?.['productPrices'])[0] ? undefined : findPriceFault(price);
  if (message !== undefined) return { path: 'productPrices[0].value', message };
  const links = valuesOf(before?.['productDownloads']);
  for (const [index, { value }] of productDownloads.entries()) {
    const fault = links.includes(value) ? undefined : findLinkFault(value);
    if (fault !== undefined) return { path: `productDownloads[${index}].value`, message: fault };
  }
  return undefined;
}

/** What is wrong with a price, as a sentence. A text that isn't a number is no fault: the shop then offers "Enquire". */
export function findPriceFault(price: string): string | undefined {
  if (!isNumber(price)) return undefined;
  const cents = parseCents(price);
  if (cents === undefined) return `“${price.trim()}” is not a price. Write it like 24990.00.`;
  if (cents >= MIN_PRICE_CENTS && cents <= MAX_PRICE_CENTS) return undefined;
  return `A price is 0.50 to 999,999.99. This one is ${centsToDecimal(cents)}.`;
}

/** Whether a text is a number once currency and separators are left out. */
function isNumber(text: string): boolean {
  const bare = text.replace(/A?\$|AUD/i, '').replace(/[\s,]/g, '');
  return bare !== '' && !Number.isNaN(Number(bare));
}

/** A second slash or a backslash leads to another site, and browsers strip control characters before they parse. */
const LINK = /^(?:https:\/\/[^\s\\/]|mailto:[^\s]|\/(?![/\\]))[^\p{Cc}]*$/iu;

/** What is wrong with the link of a download, as a sentence. An empty entry only keeps its place. */
export function findLinkFault(link: string): string | undefined {
  if (link === '' || LINK.test(link)) return undefined;
  return 'A link begins with https://, mailto: or a single slash, e.g. /manuals/recon-vtol.pdf.';
}

function valuesOf(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list.map((entry: Partial<ProductEntry> | null) => entry?.value) : [];
}
