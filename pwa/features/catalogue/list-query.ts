import { PRICE_BANDS, type PriceBandId } from './price-bands.ts';

export const SORTS = ['name', 'price-asc', 'price-desc', 'newest'] as const;
export type Sort = (typeof SORTS)[number];

/** The search, filters, order and page of a list; the query string holds all of it. */
export interface ListQuery {
  readonly search: string;
  readonly sort: Sort;
  /** Matches any of these bands; every price if empty. */
  readonly bands: readonly PriceBandId[];
  /** Only products that can be added to the cart. */
  readonly isBuyable: boolean;
  /** From 1; 0 for what is not a page number. */
  readonly page: number;
}

export const WHOLE_LIST: ListQuery = { search: '', sort: 'name', bands: [], isBuyable: false, page: 1 };

/** Reads `?search=vtol&sort=price-asc&price=under-250&buyable=yes&page=2`; ignores unknown filters and orders. */
export function parseListQuery(query: URLSearchParams): ListQuery {
  const prices = query.getAll('price');
  return {
    search: query.get('search') ?? '',
    sort: SORTS.find((sort) => sort === query.get('sort')) ?? WHOLE_LIST.sort,
    bands: PRICE_BANDS.map(({ id }) => id).filter((id) => prices.includes(id)),
    isBuyable: query.get('buyable') === 'yes',
    page: toPageNumber(query.get('page')),
  };
}

function toPageNumber(text: string | null): number {
  if (text === null) return WHOLE_LIST.page;
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0;
}

/** The shortest equivalent query string. */
export function toSearchParams({ search, sort, bands, isBuyable, page }: ListQuery): URLSearchParams {
  return new URLSearchParams([
    ...(search === '' ? [] : [['search', search]]),
    ...(sort === WHOLE_LIST.sort ? [] : [['sort', sort]]),
    ...bands.map((id) => ['price', id]),
    ...(isBuyable ? [['buyable', 'yes']] : []),
    ...(page === WHOLE_LIST.page ? [] : [['page', String(page)]]),
  ]);
}

/** Whether a search or filter is active. */
export function isNarrowed({ search, bands, isBuyable }: ListQuery): boolean {
  return search.trim() !== '' || bands.length > 0 || isBuyable;
}
