import { expect, test } from 'vitest';
import { sampleProduct } from '../../../tests/support/sample-product.ts';
import { parseListQuery, toSearchParams } from './list-query.ts';
import { toBandName } from './price-bands.ts';
import { filterByField, refineProducts, searchProducts } from './refine-products.ts';

const price = (value: string, id = 'price_1') => [{ value, label: 'AUD', description: id }];
const products = [
  sampleProduct({ FBUID: 'blade', productCategory: 'propellers', productPrices: price('249.99') }),
  sampleProduct({ FBUID: 'cell', productPrices: price('250'), createdAt: '2026-03-01T00:00:00.000+11:00' }),
  sampleProduct({ FBUID: 'drone', productPrices: price('24990.00'), createdAt: '2026-02-28T23:30:00.000Z' }),
  sampleProduct({ FBUID: 'error', productPrices: price('ask us') }),
  sampleProduct({ FBUID: 'frame', productPrices: price('250', '') }),
];

function refine(text: string) {
  const query = parseListQuery(new URLSearchParams(text));
  return refineProducts(
    searchProducts(filterByField(products, query.field, query.value), query.search),
    query,
  ).map(({ FBUID }) => FBUID);
}

test.each([
  ['', ['blade', 'cell', 'drone', 'error', 'frame']],
  ['sort=price-asc', ['blade', 'cell', 'frame', 'drone', 'error']],
  ['sort=price-desc', ['drone', 'cell', 'frame', 'blade', 'error']],
  // 23:30Z on 28 February is later than midnight +11:00 on 1 March.
  ['sort=newest', ['drone', 'cell', 'blade', 'error', 'frame']],
  ['price=under-250', ['blade']],
  ['price=under-250&price=250-1000', ['blade', 'cell', 'frame']],
  ['price=over-10000', ['drone']],
  ['buyable=yes', ['blade', 'cell', 'drone']],
  ['search=PROPELLERS', ['blade']],
  ['search=propelers', ['blade']],
  ['search=recon+propelers', ['blade']],
  ['search=prop', ['blade']],
  ['search=propelers+recom', []],
  ['productFBUID=cell', ['cell']],
  ['productFBUID=', []],
  ['field=FBUID&value=cell', ['cell']],
  ['field=productCategory&value=propellers&search=recon', ['blade']],
  ['field=toString&value=', []],
  ['value=cell', ['blade', 'cell', 'drone', 'error', 'frame']],
  ['search=recon+value&price=250-1000&buyable=yes', ['cell']],
  ['sort=rating&price=free&buyable=1', ['blade', 'cell', 'drone', 'error', 'frame']],
])('[R-LST-06] the query "%s" filters and sorts the list', (query, ids) => {
  expect(refine(query)).toEqual(ids);
});

test('[R-LST-06] a list query survives a round trip and omits defaults', () => {
  for (const full of [
    'search=a+b&sort=newest&price=under-250&price=over-10000&buyable=yes',
    'productFBUID=recon-vtol',
    'field=productName&value=Recon+VTOL&page=2',
  ])
    expect(toSearchParams(parseListQuery(new URLSearchParams(full))).toString()).toBe(full);
  expect(toSearchParams(parseListQuery(new URLSearchParams('search=&sort=name'))).toString()).toBe('');
});

test('[R-LST-06] price bands are named in the shop’s currency', () => {
  expect(toBandName('under-250', 'AUD')).toBe('Under $250');
  expect(toBandName('1000-10000', 'AUD')).toBe('$1,000 to $10,000');
  expect(toBandName('over-10000', 'AUD')).toBe('$10,000 and over');
});
