import type { ProductEntry, ProductList } from '#shared/collections/products.ts';
import { centsToDecimal, parseCents } from '#shared/kernel/money.ts';

export type ProductLists = Record<ProductList, ProductEntry[]>;

/** Empty lists of a product, in stored order. */
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

/** Sets an entry at a position, padding with empty entries. */
export function setEntry(list: ProductEntry[], position: number, entry: Partial<ProductEntry>): void {
  while (list.length <= position) list.push(createEntry(''));
  list[position] = { ...(list[position] ?? createEntry('')), ...entry };
}

const DECORATED = /^(?:A\$|\$|AUD)?\s*(\d{1,3}(?:,\d{3})+|\d+)(\.\d{1,2})?$/;

/** Converts a price in a table (`24990`, `24,990.00`, `$24,990`) to `24990.00`; `undefined` when unreadable. */
export function toDecimalPrice(text: string): string | undefined {
  const [, whole = '', fraction = ''] = DECORATED.exec(text.trim()) ?? [];
  const cents = parseCents(whole.replaceAll(',', '') + fraction);
  return cents === undefined ? undefined : centsToDecimal(cents);
}
