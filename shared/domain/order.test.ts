import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addToCart, countItems } from '#shared/domain/cart.ts';
import { toLeftover, toOrder, withPictures } from '#shared/domain/order.ts';
import { toTotalCents } from '#shared/domain/order-totals.ts';
import { arbitraryCart, cartItem } from '../../tests/support/arbitrary-cart.ts';
import { SEED } from '../../tests/support/seed.ts';

it('[R-SUC-01] [R-CST-03] an order has a line for each purchasable product, at its first price', () => {
  const item = {
    ...cartItem('a', 2),
    productImages: [{ value: '/a.webp', label: 'A', description: 'Left' }],
  };
  const order = toOrder([item, { ...cartItem('b', 1), productPrices: [] }], 'AUD');
  expect(order).toEqual({
    currency: 'AUD',
    totalCents: 20_000,
    lines: [
      {
        productId: 'a',
        name: item.productName,
        quantity: 2,
        unitCents: 10_000,
        picture: { value: '/a.webp', label: 'A' },
      },
    ],
  });
});

it('[R-SUC-01] [R-CST-02] an order has the same total as its cart', () => {
  fc.assert(
    fc.property(arbitraryCart, (items) => {
      const { totalCents, lines } = toOrder(items, 'AUD');
      expect(totalCents).toBe(toTotalCents(items));
      expect(lines.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0)).toBe(totalCents);
      expect(toLeftover(items, { currency: 'AUD', totalCents, lines })).toEqual([]);
    }),
    { seed: SEED },
  );
});

it('[R-CRT-07] items of a cart that were not ordered are left over, with their counts', () => {
  fc.assert(
    fc.property(arbitraryCart, arbitraryCart, (ordered, added) => {
      const cart = added.reduce((items, item) => addToCart(items, item).items, ordered);
      const left = toLeftover(cart, toOrder(ordered, 'AUD'));
      expect(countItems(left)).toBe(countItems(cart) - countItems(ordered));
      expect(left.every(({ productCount }) => productCount > 0)).toBe(true);
    }),
    { seed: SEED },
  );
});

it('[R-SUC-01] an order has the server’s lines and prices with this device’s pictures', () => {
  const known = toOrder(
    [{ ...cartItem('a', 2), productImages: [{ value: '/a.webp', label: 'A', description: '' }] }],
    'AUD',
  );
  const line = { productId: 'a', name: 'New name', quantity: 1, unitCents: 12_000 };
  const told = {
    orderNumber: '7K2M-Q4XD',
    currency: 'AUD',
    totalCents: 24_000,
    lines: [line, { ...line, productId: 'b' }],
  };
  expect(withPictures(told, known)).toEqual({
    ...told,
    lines: [
      { ...line, picture: { value: '/a.webp', label: 'A' } },
      { ...line, productId: 'b' },
    ],
  });
  expect(withPictures(told, undefined)).toEqual(told);
});
