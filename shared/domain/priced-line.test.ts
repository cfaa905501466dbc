import { expect, test } from 'vitest';
import { priceLine } from '#shared/domain/priced-line.ts';
import { sampleItem, sampleProduct } from '../../tests/support/sample-product.ts';

const pricedAt = (value: string, description = 'price_1') =>
  sampleProduct({ productName: 'Renamed', productPrices: [{ value, label: 'AUD', description }] });
const added = sampleItem(2);

test('[R-CHK-02] a line takes the price and price id of its product, and stays as it was added otherwise', () => {
  const dearer = pricedAt('25990.00', 'price_new');
  expect(priceLine(added, dearer, true)).toEqual({
    added,
    item: { ...added, productPrices: dearer.productPrices },
    wasCents: 4_998_000,
  });
});

test('[R-CHK-02] the same price, written another way, is no change', () => {
  expect(priceLine(added, pricedAt('24990'), true)).not.toHaveProperty('wasCents');
});

test('[R-CHK-02] a product that has not arrived yet keeps the price it was added at', () => {
  expect(priceLine(added, undefined, false)).toEqual({ added, item: added });
});

test('[R-CHK-02] a product that is no longer sold, has no price or no price id can’t be paid for', () => {
  expect(priceLine(added, undefined, true)).toEqual({ added, item: added, problem: 'gone' });
  for (const prices of [pricedAt('on request'), pricedAt('1.00', ''), sampleProduct({ productPrices: [] })])
    expect(priceLine(added, prices, true)).toMatchObject({ problem: 'unpriced' });
  expect(priceLine(sampleItem(1, { productPrices: [] }), undefined, false).problem).toBe('unpriced');
});

test('[R-CHK-02] a product added without a price shows only the price it has now', () => {
  const line = priceLine(sampleItem(1, { productPrices: [] }), pricedAt('5.00'), true);
  expect([line.problem, line.wasCents]).toEqual([undefined, undefined]);
});
