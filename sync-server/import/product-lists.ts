import type { ProductEntry, ProductList } from '#shared/collections/products.ts';
import { centsToDecimal, parseCents } from '#shared/kernel/money.ts';

export type ProductLists = Record<ProductList, ProductEntry[]>;

/** All lists of a product, empty, in the order in which they are stored. */
export function createEmptyLists(): ProductLists {
  return {
    productImages: [],
    productDescriptions: [],
    productFeatures: [],
    productSpecifications: [],
    productDimensions: [],
    productShipping: [],
    productDownloads: [],
    productPrices: [],
  };
}

export function createEntry(value: string, label = '', description = ''): ProductEntry {
  return { value, label, description };
}

/** Puts an entry at its position, with empty entries before it where there are none. */
export function setEntry(list: ProductEntry[], position: number, entry: Partial<ProductEntry>): void {
  while (list.length <= position) list.push(createEntry(''));
  list[position] = { ...(list[position] ?? createEntry('')), ...entry };
}

const DECORATED = /^(?:A\$|\$|AUD)?\s*(\d{1,3}(?:,\d{3})+|\d+)(\.\d{1,2})?$/;

/** A price as tables write it (`24990`, `24,990.00`, `$24,990`) as `24990.00`; `undefined` when it can't be read. */
export function toDecimalPrice(text: string): string | undefined {
  const [, whole = '', fraction = ''] = DECORATED.exec(text.trim()) ?? [];
  const cents = parseCents(whole.replaceAll(',', '') + fraction);
  return cents === undefined ? undefined : centsToDecimal(cents);
}
