import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GST_RULES, toGstCents, toTotalCents, toTotals } from '#shared/domain/order-totals.ts';
import { arbitraryCart, cartItem } from '../../tests/support/arbitrary-cart.ts';
import { SEED } from '../../tests/support/seed.ts';

describe('order totals', () => {
  it.each([
    ['24990.00', 1, { subTotal: 2_249_100, gst: 249_900, total: 2_499_000 }],
    ['0.05', 1, { subTotal: 4, gst: 1, total: 5 }],
    ['0.04', 1, { subTotal: 4, gst: 0, total: 4 }],
    ['0.15', 1, { subTotal: 13, gst: 2, total: 15 }],
    ['33.33', 3, { subTotal: 8_999, gst: 1_000, total: 9_999 }],
    ['9999999.99', 10, { subTotal: 8_999_999_991, gst: 999_999_999, total: 9_999_999_990 }],
    ['POA', 4, { subTotal: 0, gst: 0, total: 0 }],
  ])('[R-CST-02] totals at unit price %s, quantity %i', (price, count, totals) => {
    expect(toTotals(toTotalCents([cartItem('a', count, price)]), 'specified')).toEqual(totals);
  });

  it('[R-CST-02] for any cart sub total and GST are whole cents that make up the total, and GST is a tenth of it, half up', () => {
    fc.assert(
      fc.property(arbitraryCart, (items) => {
        const { subTotal, gst, total } = toTotals(toTotalCents(items), 'specified');
        expect([subTotal, gst, total].every(Number.isSafeInteger)).toBe(true);
        expect(subTotal + gst).toBe(total);
        expect(BigInt(gst)).toBe((BigInt(total) + 5n) / 10n);
      }),
      { seed: SEED },
    );
  });

  it('[R-CST-02] GST is exact for every total up to 1,000 dollars and for the largest sums', () => {
    const totals = [...Array.from({ length: 100_001 }, (_, cents) => cents), 99_999_999_999_999];
    const wrong = totals.filter(
      (cents) => BigInt(toGstCents(cents, 'specified')) !== (BigInt(cents) + 5n) / 10n,
    );
    expect(wrong).toEqual([]);
  });

  it('[PY12] by law GST is an eleventh of the total, half up, exact for every total up to 1,000 dollars and for the largest sums', () => {
    expect(toGstCents(11_000, 'law')).toBe(1_000);
    const totals = [...Array.from({ length: 100_001 }, (_, cents) => cents), 99_999_999_999_999];
    const wrong = totals.filter(
      (cents) => BigInt(toGstCents(cents, 'law')) !== (2n * BigInt(cents) + 11n) / 22n,
    );
    expect(wrong).toEqual([]);
  });

  it.each(GST_RULES)('[PY12] sub total and GST make up the total (%s)', (rule) => {
    for (const total of [0, 1, 5, 10, 11, 12_345, 99_999_999_999_999]) {
      const { subTotal, gst } = toTotals(total, rule);
      expect(subTotal + gst).toBe(total);
    }
  });

  it('[R-CST-02] an empty cart costs nothing, and a line without a readable price adds nothing', () => {
    expect(toTotals(toTotalCents([]), 'specified')).toEqual({ subTotal: 0, gst: 0, total: 0 });
    expect(toTotalCents([cartItem('a', 2, '10.00'), cartItem('b', 9, '')])).toBe(2_000);
  });
});
