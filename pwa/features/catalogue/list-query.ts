import { PRICE_BANDS, type PriceBandId } from './price-bands.ts';

export const SORTS = ['name', 'price-asc', 'price-desc', 'newest'] as const;
export type Sort = (typeof SORTS)[number];

/** What a list is narrowed to and ordered by; all of it stands in the address. */
export interface ListQuery {
  readonly search: string;
  readonly sort: Sort;
  /** Any of these; every price without one. */
  readonly bands: readonly PriceBandId[];
  /** Only what can be put into the cart at once. */
  readonly isBuyable: boolean;
}

export const WHOLE_LIST: ListQuery = { search: '', sort: 'name', bands: [], isBuyable: false };

/** Reads `?search=vtol&sort=price-asc&price=under-250&buyable=yes`; what it doesn't know counts as not said. */
export function parseListQuery(query: URLSearchParams): ListQuery {
  const prices = query.getAll('price');
  return {
    search: query.get('search') ?? '',
    sort: SORTS.find((sort) => sort === query.get('sort')) ?? WHOLE_LIST.sort,
    bands: PRICE_BANDS.map(({ id }) => id).filter((id) => prices.includes(id)),
    isBuyable: query.get('buyable') === 'yes',
  };
}

/** The shortest query string that says the same. */
export function toSearchParams({ search, sort, bands, isBuyable }: ListQuery): URLSearchParams {
  return new URLSearchParams([
    ...(search === '' ? [] : [['search', search]]),
    ...(sort === WHOLE_LIST.sort ? [] : [['sort', sort]]),
    ...bands.map((id) => ['price', id]),
    ...(isBuyable ? [['buyable', 'yes']] : []),
  ]);
}

/** Whether anything is left out of the list. */
export function isNarrowed({ search, bands, isBuyable }: ListQuery): boolean {
  return search.trim() !== '' || bands.length > 0 || isBuyable;
}
