import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cartItemSchema, MAX_ITEM_COUNT, MIN_ITEM_COUNT } from '#shared/collections/checkouts.ts';
import {
  addToCart,
  countItems,
  joinCarts,
  removeItem,
  setItemCount,
  toCartItem,
  toLineCents,
  toPaymentLines,
} from '#shared/domain/cart.ts';
import * as v from 'valibot';
import { arbitraryCart, cartItem } from '../../tests/support/arbitrary-cart.ts';
import { SEED } from '../../tests/support/seed.ts';
import { STORED_DOCUMENTS } from '../../tests/support/stored-documents.ts';

const toCounts = (items: readonly { FBUID: string; productCount: number }[]) =>
  Object.fromEntries(items.map(({ FBUID, productCount }) => [FBUID, productCount]));

describe('the cart', () => {
  it('[R-ENT-13] an item is the product with a count, without its sync fields', () => {
    const { createdAt: _at, writeId: _write, sync: _sync, ...content } = STORED_DOCUMENTS.products;
    const item = toCartItem(STORED_DOCUMENTS.products, 3);
    expect(item).toEqual({ ...content, productCount: 3 });
    expect(v.is(cartItemSchema, item)).toBe(true);
  });

  it('[R-CST-01] [R-ENT-13] [R-VAL-10] a count is a whole number from 1 to 10', () => {
    expect([MIN_ITEM_COUNT, MAX_ITEM_COUNT]).toEqual([1, 10]);
    const accepted = [-1, 0, 1, 1.5, 10, 11, Number.NaN].filter((count) =>
      v.is(cartItemSchema, cartItem('a', count)),
    );
    expect(accepted).toEqual([1, 10]);
  });

  it('[R-CRT-03] [R-CRT-04] for every pair of counts, adding merges up to ten and otherwise changes nothing', () => {
    for (let present = 0; present <= 10; present++) {
      for (let added = -1; added <= 12; added++) {
        const items = [cartItem('other', 4), ...(present === 0 ? [] : [cartItem('a', present)])];
        const result = addToCart(items, cartItem('a', added));
        if (added >= 1 && present + added <= 10) {
          expect(result.outcome).toBe(present === 0 ? 'added' : 'merged');
          expect(toCounts(result.items)).toEqual({ other: 4, a: present + added });
        } else {
          expect(result).toEqual({ outcome: 'unchanged', items, inCart: present });
        }
      }
    }
  });

  it('[R-VAL-10] a line accepts a quantity from 1 to 10 and ignores any other', () => {
    const items = [cartItem('a', 2), cartItem('b', 3)];
    expect(toCounts(setItemCount(items, 'a', 10))).toEqual({ a: 10, b: 3 });
    for (const count of [0, -1, 11, 2.5, Number.NaN]) expect(setItemCount(items, 'a', count)).toBe(items);
    expect(setItemCount(items, 'c', 5)).toEqual(items);
    expect(toCounts(removeItem(items, 'a'))).toEqual({ b: 3 });
    expect(countItems(items)).toBe(5);
    expect(countItems([])).toBe(0);
  });

  it('[R-CRT-03] whatever is added, the counts stay between 1 and 10, one line a product, and the given items untouched', () => {
    fc.assert(
      fc.property(arbitraryCart, arbitraryCart, (start, additions) => {
        const before = structuredClone(start);
        const end = additions.reduce((items, item) => addToCart(items, item).items, start);
        expect(start).toEqual(before);
        expect(new Set(end.map(({ FBUID }) => FBUID)).size).toBe(end.length);
        expect(end.every((item) => v.is(cartItemSchema, item))).toBe(true);
        expect(end.slice(0, start.length).map(({ FBUID }) => FBUID)).toEqual(start.map(({ FBUID }) => FBUID));
      }),
      { seed: SEED, numRuns: 50 },
    );
  });

  it('[R-CST-01] sign-in merges two carts: counts are added up, at most ten of each, no product is lost', () => {
    fc.assert(
      fc.property(arbitraryCart, arbitraryCart, (mine, theirs) => {
        const [a, b] = [toCounts(mine), toCounts(theirs)];
        const ids = [...new Set([...Object.keys(a), ...Object.keys(b)])];
        const expected = ids.map((id) => [id, Math.min(10, (a[id] ?? 0) + (b[id] ?? 0))]);
        expect(toCounts(joinCarts(mine, theirs))).toEqual(Object.fromEntries(expected));
        expect(toCounts(joinCarts(theirs, mine))).toEqual(Object.fromEntries(expected));
      }),
      { seed: SEED },
    );
  });

  it('[R-ENT-15] [R-ENT-10] a line to pay carries the price reference of the first price entry and the quantity', () => {
    const second = { value: '1.00', label: '', description: 'price_second' };
    const items = [cartItem('a', 2), cartItem('b', 10)].map((item) => ({
      ...item,
      productPrices: [...item.productPrices, second],
    }));
    expect(toPaymentLines([...items, { ...cartItem('c', 1), productPrices: [] }])).toEqual([
      { price: 'price_a', quantity: 2 },
      { price: 'price_b', quantity: 10 },
    ]);
    expect(items.map(toLineCents)).toEqual([20_000, 100_000]);
    expect(toLineCents(cartItem('d', 1, 'POA'))).toBeUndefined();
  });
});
