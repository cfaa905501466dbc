import { PRICE_BANDS, type PriceBandId } from './price-bands.ts';

export const SORTS = ['name', 'price-asc', 'price-desc', 'newest'] as const;
export type Sort = (typeof SORTS)[number];

/** The search, filters and order of a list; the query string holds all of it. */
export interface ListQuery {
  readonly search: string;
  readonly sort: Sort;
  /** Matches any of these bands; every price if empty. */
  readonly bands: readonly PriceBandId[];
  /** Only products that can be added to the cart. */
  readonly isBuyable: boolean;
}

export const WHOLE_LIST: ListQuery = { search: '', sort: 'name', bands: [], isBuyable: false };

/** Reads `?search=vtol&sort=price-asc&price=under-250&buyable=yes`; ignores unknown values. */
export function parseListQuery(query: URLSearchParams): ListQuery {
  const prices = query.getAll('price');
  return {
    search: query.get('search') ?? '',
    sort: SORTS.find((sort) => sort === query.get('sort')) ?? WHOLE_LIST.sort,
    bands: PRICE_BANDS.map(({ id }) => id).filter((id) => prices.includes(id)),
    isBuyable: query.get('buyable') === 'yes',
  };
}

/** The shortest equivalent query string. */
export function toSearchParams({ search, sort, bands, isBuyable }: ListQuery): URLSearchParams {
  return new URLSearchParams([
    ...(search === '' ? [] : [['search', search]]),
    ...(sort === WHOLE_LIST.sort ? [] : [['sort', sort]]),
    ...bands.map((id) => ['price', id]),
    ...(isBuyable ? [['buyable', 'yes']] : []),
  ]);
}

/** Whether a search or filter is active. */
export function isNarrowed({ search, bands, isBuyable }: ListQuery): boolean {
  return search.trim() !== '' || bands.length > 0 || isBuyable;
}
