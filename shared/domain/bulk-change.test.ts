import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCents } from '#shared/kernel/money.ts';
import { sampleProduct } from '../../tests/support/sample-product.ts';
import { SEED } from '../../tests/support/seed.ts';
import { parseHundredths, planBulkChange, withValue, type BulkChange } from './bulk-change.ts';

const priced = (value: string) =>
  sampleProduct({ productPrices: [{ value, label: 'AUD', description: 'price_1' }] });
const plan = (product: ReturnType<typeof priced>, change: BulkChange) => planBulkChange([product], change)[0];
const priceAfter = (value: string, change: BulkChange) => plan(priced(value), change)?.after;

describe('a change to many products', () => {
  it('[PB7] plans old and new value of each product, in the order of the products', () => {
    const products = [priced('10.00'), sampleProduct({ FBUID: 'b', productName: 'B', productPrices: [] })];
    expect(planBulkChange(products, { kind: 'price', cents: 1250 })).toEqual([
      { id: 'recon-vtol', name: 'Recon VTOL', field: 'price', before: '10.00', after: '12.50' },
      { id: 'b', name: 'B', field: 'price', before: '', after: '12.50' },
    ]);
    expect(planBulkChange(products, { kind: 'delete' })).toMatchObject([
      { field: 'product', after: undefined },
      { field: 'product', after: undefined },
    ]);
    expect(plan(priced('1'), { kind: 'category', category: 'batteries' })).toMatchObject({
      before: 'drones',
      after: 'batteries',
    });
  });

  it.each([
    ['10.00', 1000, '11.00'],
    ['24990.00', -500, '23740.50'],
    ['0.99', 1000, '1.09'],
    ['10.05', 5000, '15.08'],
    ['100', 1, '100.01'],
  ])(
    '[PB7] %s changed by %d hundredths of a percent is %s, half a cent rounded up',
    (before, hundredths, after) => {
      expect(priceAfter(before, { kind: 'percent', hundredths })).toBe(after);
    },
  );

  it('[PB7] a percentage is at most half a cent off, and its cents are whole', () => {
    const cents = fc.integer({ min: 50, max: 99_999_999 });
    const hundredths = fc.integer({ min: -9999, max: 100_000 });
    fc.assert(
      fc.property(cents, hundredths, (price, share) => {
        const after = parseCents(
          priceAfter((price / 100).toFixed(2), { kind: 'percent', hundredths: share }) ?? '',
        );
        // In hundredths of a percent of a cent, exactly.
        const exact = BigInt(price) * BigInt(10_000 + share);
        const off = BigInt(after ?? -1) * 10_000n - exact;
        return off <= 5000n && off > -5000n;
      }),
      { seed: SEED },
    );
  });

  it('[PB7] an amount is added or taken off', () => {
    expect(priceAfter('10.50', { kind: 'amount', cents: -75 })).toBe('9.75');
    expect(priceAfter('10.5', { kind: 'amount', cents: 75 })).toBe('11.25');
  });

  it.each([
    ['a product without a readable price', 'on request', { kind: 'percent', hundredths: 1000 }, /no price/],
    ['a price below the lowest', '1.00', { kind: 'amount', cents: -75 }, /0\.50 to/],
    ['a negative price', '1.00', { kind: 'amount', cents: -175 }, /price/],
    ['a price above the highest', '999999.00', { kind: 'percent', hundredths: 100 }, /999,999\.99/],
    ['the price it has', '12.50', { kind: 'price', cents: 1250 }, /already/],
    ['the category it has', '12.50', { kind: 'category', category: 'drones' }, /already/],
  ] as const)('[PB7] %s stays as it is, and the plan says why', (_what, price, change, obstacle) => {
    expect(plan(priced(price), change)?.obstacle).toMatch(obstacle);
  });

  it('[PB7] only the first price or the category changes', () => {
    const product = sampleProduct();
    const [, second] = product.productPrices;
    expect(withValue(product, 'price', '5.00')).toEqual({
      ...product,
      productPrices: [{ value: '5.00', label: 'AUD', description: 'price_1' }, second],
    });
    expect(withValue(sampleProduct({ productPrices: [] }), 'price', '5.00').productPrices).toEqual([
      { value: '5.00', label: '', description: '' },
    ]);
    expect(withValue(product, 'category', 'batteries')).toEqual({ ...product, productCategory: 'batteries' });
  });

  it.each([
    ['10', 1000],
    ['-7.5', -750],
    ['− 7.5 %', -750],
    ['+12.34%', 1234],
    ['-$5', -500],
    ['0', 0],
  ])('[PB7] reads %j', (text, hundredths) => expect(parseHundredths(text)).toBe(hundredths));

  it.each(['', '-', 'ten', '1.234', '1,5', '--5', '5-'])('[PB7] %j is no number', (text) =>
    expect(parseHundredths(text)).toBeUndefined(),
  );
});
