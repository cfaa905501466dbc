import { beforeEach, expect, test, vi } from 'vitest';
import { countItems } from '#shared/domain/cart.ts';
import { sampleProduct } from '../../../tests/support/sample-product.ts';
import { currentCartId } from './cart-id.ts';
import { addProduct, changeItemCount, emptyCart, removeFromCart, restoreItems } from './cart.ts';
import { cartMirror } from '../platform.ts';
import { UnsavedCartError } from './unsaved-cart-error.ts';

/** The cart's document, and whether the device takes what is written. */
const store = vi.hoisted(() => ({ items: [] as readonly unknown[], isFull: false, writes: 0 }));

vi.mock('../store/store-provider.ts', () => ({
  whenStore: async () => ({
    cartId: currentCartId(),
    async write(_collection: string, _id: string, change: (cart: unknown) => unknown) {
      if (store.isFull) throw new DOMException('full', 'QuotaExceededError');
      const changed = change({ checkoutItems: store.items });
      store.writes += 1;
      if (typeof changed === 'object')
        store.items = (changed as { checkoutItems: readonly unknown[] }).checkoutItems;
    },
  }),
}));

const recon = sampleProduct();
const pack = sampleProduct({ FBUID: 'pack', productName: 'Pack' });
const counts = () =>
  Object.fromEntries(cartMirror.items.map(({ FBUID, productCount }) => [FBUID, productCount]));

beforeEach(() => {
  Object.assign(store, { items: [], isFull: false, writes: 0 });
  cartMirror.reset([]);
});

test('[R-CRT-03] [R-CRT-04] [R-ENT-14] what is added stands in the mirror and in the local store, ten at most', async () => {
  expect(await addProduct(recon, 4)).toMatchObject({ outcome: 'added' });
  expect(await addProduct(recon, 6)).toMatchObject({ outcome: 'merged' });
  expect(await addProduct(recon, 1)).toMatchObject({ outcome: 'unchanged', inCart: 10 });
  expect(counts()).toEqual({ 'recon-vtol': 10 });
  expect(store.items).toEqual(cartMirror.items);
  expect(store.writes).toBe(2);
});

test('[R-CRT-05] [R-CRT-06] a changed quantity and a removal re-sync the mirror and the local store', async () => {
  await addProduct(recon, 1);
  await addProduct(pack, 1);
  await changeItemCount('pack', 7);
  await removeFromCart('recon-vtol');
  expect(counts()).toEqual({ pack: 7 });
  expect(store.items).toEqual(cartMirror.items);
});

test('[R-CRT-07] emptying keeps what was in it first; an empty cart is left alone', async () => {
  const keep = vi.fn((items: readonly unknown[]) => expect(items).toEqual(cartMirror.items));
  await emptyCart(keep);
  expect([keep.mock.calls.length, store.writes]).toEqual([0, 0]);
  await addProduct(recon, 2);
  const before = cartMirror.items;
  await emptyCart(keep);
  expect([keep.mock.calls.length, counts()]).toEqual([1, {}]);
  await restoreItems(before);
  expect(countItems(cartMirror.items)).toBe(2);
});

test('[F44] [R-ENT-14] on a device without room the cart has what was added, says that the store has not, and brings it later', async () => {
  store.isFull = true;
  await expect(addProduct(recon, 1)).rejects.toThrow(UnsavedCartError);
  expect(counts()).toEqual({ 'recon-vtol': 1 });
  expect(cartMirror.unsaved).toBeDefined();
  store.isFull = false;
  await addProduct(pack, 1);
  expect(store.items).toHaveLength(2);
  expect(cartMirror.unsaved).toBeUndefined();
});
