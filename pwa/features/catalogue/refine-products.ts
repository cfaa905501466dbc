import type { Product } from '#shared/collections/products.ts';
import { isPurchasable, toCardBlurb, toSummary, toUnitPriceCents } from '#shared/domain/product-entries.ts';
import type { FilterCounts } from '#pwa/data/queries/ssr-data.ts';
import { compareTimes } from '#shared/kernel/clock.ts';
import { ID_FIELD, type ListQuery, type Sort } from './list-query.ts';
import { isNearlyIn } from './near-words.ts';
import { isInBands, PRICE_BANDS } from './price-bands.ts';

/** Products on one page of a list that is not shown as a whole. */
export const PAGE_SIZE = 48;
/** Bounds what a search with thousands of words costs. */
const MAX_WORDS = 20;

/** The products whose field has a value; all without a field. */
export function filterByField(
  products: readonly Product[],
  field: string,
  value: string,
): readonly Product[] {
  if (field === '') return products;
  const name = ID_NAMES.includes(field) ? 'FBUID' : field;
  return products.filter((product) => readField(product, name) === value);
}

/**
 * The products that contain every search word, of the first 20; if there is none, those that do but for one slip in one
 * word. Reads only fields that a card has.
 */
export function searchProducts(products: readonly Product[], search: string): readonly Product[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  if (words.length === 0) return products;
  const toMissing = (text: string) => words.filter((word) => !text.includes(word));
  const found = products.filter((product) => toMissing(toSearchText(product)).length === 0);
  if (found.length > 0) return found;
  return products.filter((product) => {
    const text = toSearchText(product);
    const [slip = '', ...others] = toMissing(text);
    return others.length === 0 && isNearlyIn(slip, text);
  });
}

/** Other names of a product's id, as in the server's read of a collection. */
const ID_NAMES: readonly string[] = [ID_FIELD, 'id'];

function readField(product: Product, name: string): unknown {
  return Object.hasOwn(product, name) ? product[name as keyof Product] : undefined;
}

/**
 * Filters and sorts the found products.
 * @param products in the list's own order
 */
export function refineProducts(
  products: readonly Product[],
  query: Pick<ListQuery, 'sort' | 'bands' | 'isBuyable'>,
): readonly Product[] {
  const isUnfiltered = query.bands.length === 0 && !query.isBuyable;
  const found = isUnfiltered ? products : products.filter((product) => fits(toFacts(product), query));
  const compare = COMPARISONS[query.sort];
  return compare ? found.toSorted(compare) : found;
}

/** What filters look at. */
interface Facts {
  readonly cents: number | undefined;
  readonly isBuyable: boolean;
}

function toFacts(product: Product): Facts {
  return { cents: toUnitPriceCents(product), isBuyable: isPurchasable(product) };
}

function fits(facts: Facts, { bands, isBuyable }: Pick<ListQuery, 'bands' | 'isBuyable'>): boolean {
  return (bands.length === 0 || isInBands(facts.cents, bands)) && (!isBuyable || facts.isBuyable);
}

/**
 * How many of the found products each filter would leave, beside the other filters of the query. Omits filters that
 * would leave none or that all found products pass, unless they are chosen.
 */
export function countFilters(
  found: readonly Product[],
  { bands, isBuyable }: Pick<ListQuery, 'bands' | 'isBuyable'>,
): FilterCounts {
  const all = found.map(toFacts);
  const count = (filter: Parameters<typeof fits>[1]) => all.filter((facts) => fits(facts, filter)).length;
  const filters = [
    ...PRICE_BANDS.map(({ id }) => ({
      id: id as string,
      left: count({ bands: [id], isBuyable }),
      passing: count({ bands: [id], isBuyable: false }),
      isChosen: bands.includes(id),
    })),
    {
      id: BUYABLE,
      left: count({ bands, isBuyable: true }),
      passing: count({ bands: [], isBuyable: true }),
      isChosen: isBuyable,
    },
  ];
  const offered = filters.filter(
    ({ left, passing, isChosen }) => isChosen || (left > 0 && passing < found.length),
  );
  return Object.fromEntries(offered.map(({ id, left }) => [id, left]));
}

/** The availability filter among the counts. */
export const BUYABLE = 'buyable';

/** The products of a page; none if there is no such page. */
export function toPage(products: readonly Product[], page: number): readonly Product[] {
  return page === 0 ? [] : products.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
}

export function countPages(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE));
}

/** The sort is stable, so ties stay in the list's own order. */
const COMPARISONS: Readonly<Record<Sort, ((a: Product, b: Product) => number) | undefined>> = {
  name: undefined,
  'price-asc': (a, b) => comparePrices(a, b, 1),
  'price-desc': (a, b) => comparePrices(a, b, -1),
  newest: (a, b) => compareTimes(b.createdAt, a.createdAt),
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
