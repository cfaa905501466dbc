import { PRICE_BANDS, type PriceBandId } from './price-bands.ts';

export const SORTS = ['name', 'price-asc', 'price-desc', 'newest'] as const;
export type Sort = (typeof SORTS)[number];

/** The search, filters, order and page of a list; the query string holds all of it. */
export interface ListQuery {
  readonly search: string;
  /** Only products whose field has this value; none if the field is empty. */
  readonly field: string;
  readonly value: string;
  readonly sort: Sort;
  /** Matches any of these bands; every price if empty. */
  readonly bands: readonly PriceBandId[];
  /** Only products that can be added to the cart. */
  readonly isBuyable: boolean;
  /** From 1; 0 for what is not a page number. */
  readonly page: number;
}

export const WHOLE_LIST: ListQuery = {
  search: '',
  field: '',
  value: '',
  sort: 'name',
  bands: [],
  isBuyable: false,
  page: 1,
};

/** The field that has a query name of its own. */
export const ID_FIELD = 'productFBUID';

/**
 * Reads `?search=vtol&sort=price-asc&price=under-250&buyable=yes&page=2`, and one field's value as
 * `?productFBUID=recon-vtol` or `?field=STUPID&value=prod_1`; ignores unknown filters and orders.
 */
export function parseListQuery(query: URLSearchParams): ListQuery {
  const prices = query.getAll('price');
  const id = query.get(ID_FIELD);
  return {
    search: query.get('search') ?? '',
    field: id === null ? (query.get('field') ?? '') : ID_FIELD,
    value: id ?? query.get('value') ?? '',
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
export function toSearchParams(query: ListQuery): URLSearchParams {
  const { search, field, value, sort, bands, isBuyable, page } = query;
  return new URLSearchParams([
    ...(search === '' ? [] : [['search', search]]),
    ...(field === ID_FIELD ? [[ID_FIELD, value]] : []),
    ...(field === ID_FIELD || field === ''
      ? []
      : [
          ['field', field],
          ['value', value],
        ]),
    ...(sort === WHOLE_LIST.sort ? [] : [['sort', sort]]),
    ...bands.map((id) => ['price', id]),
    ...(isBuyable ? [['buyable', 'yes']] : []),
    ...(page === WHOLE_LIST.page ? [] : [['page', String(page)]]),
  ]);
}

/** Whether a search or filter is active. */
export function isNarrowed(query: ListQuery): boolean {
  return query.search.trim() !== '' || isFiltered(query);
}

export function isFiltered({ field, bands, isBuyable }: ListQuery): boolean {
  return field !== '' || bands.length > 0 || isBuyable;
}
