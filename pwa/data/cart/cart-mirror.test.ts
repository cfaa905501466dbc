import { expect, test } from 'vitest';
import type { CartItem } from '#shared/collections/checkouts.ts';
import { sampleItem } from '../../../tests/support/sample-product.ts';
import { createCartMirror } from './cart-mirror.ts';
import { mergeItems, saveCart } from './save-cart.ts';
import type { LocalStore } from '../store/store-provider.ts';

const recon = (count: number) => sampleItem(count);
const lifter = (count: number) => sampleItem(count, { FBUID: 'lifter-25' });

function createMemory() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

/** A fixed clock. */
const createTime = () => () => Date.parse('2026-03-01T00:00:00Z');

test('[R-ENT-14] a change is in local storage when the call returns, and is still unsaved after a restart', () => {
  const storage = createMemory();
  const mirror = createCartMirror(storage, createTime());
  mirror.follow([recon(1)]);
  mirror.change([recon(3)], 'ada');
  mirror.change([recon(3), lifter(1)], 'ada');
  const afterRestart = createCartMirror(storage, createTime());
  expect(afterRestart.items).toEqual([recon(3), lifter(1)]);
  expect(afterRestart.unsaved).toEqual({ accountId: 'ada', changed: ['recon-vtol', 'lifter-25'] });
});

test('[R-ENT-14] an older state of the document doesn’t overwrite an unsaved change', () => {
  const mirror = createCartMirror(createMemory(), createTime());
  mirror.change([recon(3)], 'ada');
  mirror.follow([recon(1)]);
  expect(mirror.items).toEqual([recon(3)]);
  mirror.settle(mirror.items);
  mirror.follow([recon(2)]);
  expect(mirror.items).toEqual([recon(2)]);
});

test('[R-ENT-14] a change made while an earlier one is being saved stays unsaved', async () => {
  const mirror = createCartMirror(createMemory(), createTime());
  mirror.change([recon(3)], 'ada');
  await saveCart(
    { cartId: 'ada', accountId: 'ada', write: async () => mirror.change([recon(4)], 'ada') },
    mirror,
  );
  expect(mirror).toMatchObject({ items: [recon(4)], unsaved: { accountId: 'ada' } });
});

test('[R-ENT-14] undoing a removal while it is being saved restores the item', async () => {
  const mirror = createCartMirror(createMemory(), createTime());
  let cart: readonly CartItem[] = [recon(2)];
  mirror.follow(cart);
  const write: LocalStore['write'] = async (_collection, _id, change) => {
    const changed: unknown = change({ checkoutItems: cart } as never);
    if (typeof changed === 'object') cart = (changed as { checkoutItems: CartItem[] }).checkoutItems;
    // The person presses Undo before the write is known to be done.
    if (cart.length === 0) mirror.change([recon(2)], 'ada');
  };
  mirror.change([], 'ada');
  await saveCart({ cartId: 'ada', accountId: 'ada', write }, mirror);
  await saveCart({ cartId: 'ada', accountId: 'ada', write }, mirror);
  expect(cart).toEqual([recon(2)]);
  expect(mirror).toMatchObject({ items: [recon(2)], unsaved: undefined });
});

test('[R-ENT-14] an unsaved change of one cart is not written to another', async () => {
  const mirror = createCartMirror(createMemory(), createTime());
  mirror.change([recon(3)], undefined);
  await saveCart(
    { cartId: 'ada', accountId: 'ada', write: () => Promise.reject(new Error('written')) },
    mirror,
  );
  expect(mirror.unsaved).toBeDefined();
});

test('[R-ENT-14] [CF1] concurrent changes merge by product, and the local change of a product wins', () => {
  const [RECON, LIFTER] = [recon(1).FBUID, lifter(1).FBUID];
  expect(mergeItems([RECON], [recon(2)], [recon(1), lifter(5)])).toEqual([recon(2), lifter(5)]);
  expect(mergeItems([LIFTER], [recon(1)], [recon(4), lifter(3)])).toEqual([recon(4)]);
  expect(mergeItems([LIFTER], [lifter(1)], [recon(1)])).toEqual([recon(1), lifter(1)]);
  expect(mergeItems([RECON], [recon(2)], [])).toEqual([recon(2)]);
  const merged = mergeItems([RECON], [recon(2)], [recon(1), lifter(5)]);
  expect(mergeItems([RECON], [recon(2)], merged)).toEqual(merged);
});

test('[R-ENT-14] [F34] a removal stays when the page was left between saving the item and noting that', async () => {
  const storage = createMemory();
  let cart: readonly CartItem[] = [];
  const write: LocalStore['write'] = async (_collection, _id, change) => {
    const changed: unknown = change({ checkoutItems: cart } as never);
    if (typeof changed === 'object') cart = (changed as { checkoutItems: CartItem[] }).checkoutItems;
  };
  const left = createCartMirror(storage, createTime());
  left.change([recon(1)], 'ada');
  await saveCart(
    { cartId: 'ada', accountId: 'ada', write },
    { ...left, items: left.items, unsaved: left.unsaved, settle: () => undefined },
  );
  const mirror = createCartMirror(storage, createTime());
  mirror.change([], 'ada');
  await saveCart({ cartId: 'ada', accountId: 'ada', write }, mirror);
  expect(cart).toEqual([]);
  expect(mirror).toMatchObject({ items: [], unsaved: undefined });
});

test('[F53] without local storage the cart is kept in memory', () => {
  const off = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const mirror = createCartMirror({ getItem: off, setItem: off }, createTime());
  mirror.change([recon(1)], 'ada');
  expect(mirror.items).toEqual([recon(1)]);
});

test('[R-ENT-14] [F36] a tab that finishes saving an older change doesn’t undo another tab’s newer one', async () => {
  const storage = createMemory();
  const first = createCartMirror(storage, createTime());
  const other = createCartMirror(storage, createTime());
  other.change([recon(4)], 'ada');
  first.reread();
  const writes: unknown[] = [];
  const write = async (_name: string, _id: string, change: (cart: undefined) => unknown) => {
    writes.push(change(undefined));
  };
  await saveCart(
    {
      cartId: 'ada',
      accountId: 'ada',
      write: async (...call) => {
        // The other tab has not received the storage event yet.
        first.change([recon(6)], 'ada');
        await write(...(call as unknown as Parameters<typeof write>));
      },
    },
    other,
  );
  await saveCart({ cartId: 'ada', accountId: 'ada', write }, first);
  expect(writes).toEqual([{ checkoutItems: [recon(6)] }]);
  expect([first.items, other.items]).toEqual([[recon(6)], [recon(6)]]);
  expect(createCartMirror(storage, createTime())).toMatchObject({ items: [recon(6)], unsaved: undefined });
});

test('[R-ENT-14] [F36] a tab restores its change after another tab overwrites it with an older state', async () => {
  const storage = createMemory();
  const mirror = createCartMirror(storage, createTime());
  mirror.follow([recon(2)]);
  const before = storage.getItem('checkouts') ?? '';
  mirror.change([recon(6)], 'ada');
  storage.setItem('checkouts', before);
  mirror.reread();
  expect(mirror).toMatchObject({ items: [recon(6)], unsaved: { accountId: 'ada' } });
  expect(createCartMirror(storage, createTime()).items).toEqual([recon(6)]);
});
