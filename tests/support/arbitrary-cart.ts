import fc from 'fast-check';
import type { CartItem } from '#shared/collections/checkouts.ts';
import { centsToDecimal } from '#shared/kernel/money.ts';
import { productContent } from './samples.ts';

/** A cart line. @param price decimal string, as stored */
export function cartItem(FBUID: string, productCount: number, price = '100.00'): CartItem {
  const productPrices = [{ value: price, label: 'AUD', description: `price_${FBUID}` }];
  return { FBUID, ...productContent(FBUID), productPrices, productCount };
}

/** Valid carts: one line per product, quantities 1-10, prices up to 9,999,999.99. */
export const arbitraryCart: fc.Arbitrary<readonly CartItem[]> = fc
  .uniqueArray(
    fc.record({ id: fc.nat(12), count: fc.integer({ min: 1, max: 10 }), cents: fc.nat(999_999_999) }),
    { selector: ({ id }) => id, maxLength: 12 },
  )
  .map((lines) => lines.map(({ id, count, cents }) => cartItem(`p${id}`, count, centsToDecimal(cents))));
