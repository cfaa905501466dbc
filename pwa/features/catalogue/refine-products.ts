import type { Product } from '#shared/collections/products.ts';
import { isPurchasable, toCardBlurb, toSummary, toUnitPriceCents } from '#shared/domain/product-entries.ts';
import type { ListQuery, Sort } from './list-query.ts';
import { isInBands } from './price-bands.ts';

/** The products in which every word that is searched for occurs. It looks at nothing but what a card carries. */
export function searchProducts(products: readonly Product[], search: string): readonly Product[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return products;
  return products.filter((product) => {
    const text = toSearchText(product);
    return words.every((word) => text.includes(word));
  });
}

/**
 * Those of the found products that a query asks for, in its order.
 * @param products in the order of their names
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

/** Every letter searches all of them: each text is put together once. */
const searchTexts = new WeakMap<Product, string>();

/** The name, the category and the short texts. */
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
