import { beforeEach, expect, test, vi } from 'vitest';
import { countItems } from '#shared/domain/cart.ts';
import { createFakeApp, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { sampleProduct } from '../../../tests/support/sample-product.ts';
import {
  addProduct,
  changeItemCount,
  emptyCart,
  removeFromCart,
  restoreItems,
  UnsavedCartError,
} from './cart.ts';

const recon = sampleProduct();
const pack = sampleProduct({ FBUID: 'pack', productName: 'Pack' });

let app: FakeApp;
beforeEach(() => {
  app = createFakeApp();
});

const counts = () =>
  Object.fromEntries(app.cartMirror.items.map(({ FBUID, productCount }) => [FBUID, productCount]));
const storedItems = async () => (await app.read('checkouts'))[0]?.['checkoutItems'];

test('[R-CRT-03] [R-CRT-04] [R-ENT-14] added items are in the mirror and in the local store, at most ten of each', async () => {
  expect(await addProduct(app, recon, 4)).toMatchObject({ outcome: 'added' });
  expect(await addProduct(app, recon, 6)).toMatchObject({ outcome: 'merged' });
  expect(await addProduct(app, recon, 1)).toMatchObject({ outcome: 'unchanged', inCart: 10 });
  expect(counts()).toEqual({ 'recon-vtol': 10 });
  expect(await storedItems()).toEqual(app.cartMirror.items);
});

test('[R-CRT-05] [R-CRT-06] a changed quantity and a removal update the mirror and the local store', async () => {
  await addProduct(app, recon, 1);
  await addProduct(app, pack, 1);
  await changeItemCount(app, 'pack', 7);
  await removeFromCart(app, 'recon-vtol');
  expect(counts()).toEqual({ pack: 7 });
  expect(await storedItems()).toEqual(app.cartMirror.items);
});

test('[R-CRT-07] emptying a cart first hands its items to the caller; an empty cart is not written', async () => {
  const keep = vi.fn((items: readonly unknown[]) => expect(items).toEqual(app.cartMirror.items));
  await emptyCart(app, keep);
  expect([keep.mock.calls.length, await app.read('checkouts')]).toEqual([0, []]);
  await addProduct(app, recon, 2);
  const before = app.cartMirror.items;
  await emptyCart(app, keep);
  expect([keep.mock.calls.length, counts()]).toEqual([1, {}]);
  await restoreItems(app, before);
  expect(countItems(app.cartMirror.items)).toBe(2);
});

test('[F44] [R-ENT-14] with a full disk the mirror keeps an added item, reports it unsaved and stores it later', async () => {
  let isFull = true;
  app = createFakeApp({
    beforeWrite() {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
    },
  });
  await expect(addProduct(app, recon, 1)).rejects.toThrow(UnsavedCartError);
  expect(counts()).toEqual({ 'recon-vtol': 1 });
  expect(app.cartMirror.unsaved).toBeDefined();
  isFull = false;
  await addProduct(app, pack, 1);
  expect(await storedItems()).toHaveLength(2);
  expect(app.cartMirror.unsaved).toBeUndefined();
});
