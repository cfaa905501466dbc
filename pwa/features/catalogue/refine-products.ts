import type { Product } from '#shared/collections/products.ts';
import { isPurchasable, toCardBlurb, toSummary, toUnitPriceCents } from '#shared/domain/product-entries.ts';
import type { ListQuery, Sort } from './list-query.ts';
import { isInBands } from './price-bands.ts';

/**
 * The products a query asks for, in its order. It looks at nothing but what a card carries.
 * @param products in the order of their names
 */
export function refineProducts(products: readonly Product[], query: ListQuery): readonly Product[] {
  const words = query.search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = products.filter(
    (product) =>
      (words.length === 0 || hasWords(product, words)) &&
      (query.bands.length === 0 || isInBands(toUnitPriceCents(product), query.bands)) &&
      (!query.isBuyable || isPurchasable(product)),
  );
  const compare = COMPARISONS[query.sort];
  return compare ? found.toSorted(compare) : found;
}

/** Products that compare alike stay in the order of their names. */
const COMPARISONS: Readonly<Record<Sort, ((a: Product, b: Product) => number) | undefined>> = {
  name: undefined,
  'price-asc': (a, b) => comparePrices(a, b, 1),
  'price-desc': (a, b) => comparePrices(a, b, -1),
  newest: (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt),
};

/** What has no price stands last, whichever way the others are sorted. */
function comparePrices(a: Product, b: Product, direction: 1 | -1): number {
  const [mine, theirs] = [toUnitPriceCents(a), toUnitPriceCents(b)];
  if (mine === undefined || theirs === undefined)
    return Number(mine === undefined) - Number(theirs === undefined);
  return (mine - theirs) * direction;
}

/** Whether every word occurs in the name, the category or the short texts. */
function hasWords(product: Product, words: readonly string[]): boolean {
  const text = [
    product.productName,
    product.productCategory,
    toCardBlurb(product).value,
    toSummary(product).value,
  ]
    .join(' ')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}
