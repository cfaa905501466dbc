import type { Product } from '#shared/collections/products.ts';
import { isPurchasable, toCardBlurb, toSummary, toUnitPriceCents } from '#shared/domain/product-entries.ts';
import type { ListQuery, Sort } from './list-query.ts';
import { isInBands } from './price-bands.ts';

/** The products that contain every search word. Reads only fields that a card has. */
export function searchProducts(products: readonly Product[], search: string): readonly Product[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return products;
  return products.filter((product) => {
    const text = toSearchText(product);
    return words.every((word) => text.includes(word));
  });
}

/**
 * Filters and sorts the found products.
 * @param products sorted by name
 */
export function refineProducts(
  products: readonly Product[],
  query: Omit<ListQuery, 'search'>,
): readonly Product[] {
  const found = products.filter(
    (product) =>
      (query.bands.length === 0 || isInBands(toUnitPriceCents(product), query.bands)) &&
      (!query.isBuyable || isPurchasable(product)),
  );
  const compare = COMPARISONS[query.sort];
  return compare ? found.toSorted(compare) : found;
}

/** The sort is stable, so ties stay in name order. */
const COMPARISONS: Readonly<Record<Sort, ((a: Product, b: Product) => number) | undefined>> = {
  name: undefined,
  'price-asc': (a, b) => comparePrices(a, b, 1),
  'price-desc': (a, b) => comparePrices(a, b, -1),
  newest: (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt),
};

/** Products without a price come last in both directions. */
function comparePrices(a: Product, b: Product, direction: 1 | -1): number {
  const [first, second] = [toUnitPriceCents(a), toUnitPriceCents(b)];
  if (first === undefined || second === undefined)
    return Number(first === undefined) - Number(second === undefined);
  return (first - second) * direction;
}

/** Caches the search texts, because every keystroke searches all products. */
const searchTexts = new WeakMap<Product, string>();

/** The name, category and short texts in lower case. */
function toSearchText(product: Product): string {
  const known = searchTexts.get(product);
  if (known !== undefined) return known;
  const text = [
    product.productName,
    product.productCategory,
    toCardBlurb(product).value,
    toSummary(product).value,
  ]
    .join(' ')
    .toLowerCase();
  searchTexts.set(product, text);
  return text;
}
