import type { ProductEntry, ProductList } from '#shared/collections/products.ts';

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

/** Puts an entry at its position; what is missing before it is filled up with empty entries. */
export function setEntry(list: ProductEntry[], position: number, entry: Partial<ProductEntry>): void {
  while (list.length <= position) list.push(createEntry(''));
  list[position] = { ...(list[position] ?? createEntry('')), ...entry };
}
