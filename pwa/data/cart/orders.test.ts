import { beforeEach, expect, test, vi } from 'vitest';
import { toOrder } from '#shared/domain/order.ts';
import { sampleItem } from '../../../tests/support/sample-product.ts';
import { emptyCart } from './cart.ts';
import { pageIdentity } from '../session/page-identity.ts';
import { EMPTIED_CART_KEY, ORDER_KEY, ORDER_KEYS } from './order-keys.ts';
import { completeOrder, keepOrder, noteAnswer, readEmptiedCart, readOrder } from './orders.ts';
import { storage } from '../platform.ts';

vi.mock('./cart.ts', () => ({ emptyCart: vi.fn() }));

const ITEMS = [sampleItem(2)];
const PICTURE = { value: '/pictures/recon-vtol/1.webp', label: 'image 0 label' };
const told = {
  reference: 'ref-1',
  currency: 'AUD',
  totalCents: 5_100_000,
  lines: [{ productId: 'recon-vtol', name: 'Recon VTOL', quantity: 2, unitCents: 2_550_000 }],
};

beforeEach(() => {
  for (const key of ORDER_KEYS) storage.removeItem(key);
});

test('[R-SUC-01] [R-PAY-01] what is taken to payment is kept, and found by its payment or as the last one', () => {
  expect(readOrder(undefined)).toBeUndefined();
  keepOrder('cs_1', ITEMS, 'AUD');
  const kept = { sessionId: 'cs_1', order: toOrder(ITEMS, 'AUD') };
  expect(readOrder('cs_1')).toEqual(kept);
  expect(readOrder(undefined)).toEqual(kept);
  expect(readOrder('cs_2')).toBeUndefined();
});

test('[R-SUC-01] the server’s word on it is kept with this device’s pictures, and outlives the page', () => {
  keepOrder('cs_1', ITEMS, 'AUD');
  const line = { ...told.lines[0], picture: PICTURE };
  const noted = { sessionId: 'cs_1', status: 'paid', order: { ...told, lines: [line] } };
  expect(noteAnswer('cs_1', { id: 'cs_1', status: 'paid', order: told })).toEqual(noted);
  expect(readOrder('cs_1')).toEqual(noted);
  // An answer that says less takes nothing away.
  expect(noteAnswer('cs_1', { id: 'cs_1', status: 'refunded' })).toEqual({ ...noted, status: 'refunded' });
});

test('[R-SUC-01] an order this device knows nothing of is kept too, but takes no other order’s place', () => {
  expect(noteAnswer('cs_1', { id: 'cs_1', status: 'unknown' })).toBeUndefined();
  expect(noteAnswer('cs_1', { id: 'cs_1', status: 'paid', order: told })?.order).toEqual(told);
  expect(readOrder('cs_1')?.order).toEqual(told);
  keepOrder('cs_2', ITEMS, 'AUD');
  expect(noteAnswer('cs_1', { id: 'cs_1', status: 'paid', order: told })?.order).toEqual(told);
  expect(readOrder(undefined)?.sessionId).toBe('cs_2');
});

test('[R-CRT-07] what was in the cart is kept with the payment it was emptied for', async () => {
  vi.mocked(emptyCart).mockImplementationOnce(async (keep) => keep(ITEMS));
  await completeOrder('cs_1');
  expect(readEmptiedCart()).toEqual({ sessionId: 'cs_1', items: ITEMS });
  // A reload finds an empty cart.
  await completeOrder('cs_1');
  expect(readEmptiedCart()).toEqual({ sessionId: 'cs_1', items: ITEMS });
});

test.each(['', '{', 'null', '{"sessionId":1}', '[]'])(
  '[R-SUC-01] a garbled note (%j) is as good as none',
  (text) => {
    storage.setItem(ORDER_KEY, text);
    storage.setItem(EMPTIED_CART_KEY, text);
    expect([readOrder(undefined), readEmptiedCart()]).toEqual([undefined, undefined]);
  },
);

test('[R-AUT-06] what somebody ordered goes when they sign out', async () => {
  keepOrder('cs_1', ITEMS, 'AUD');
  vi.mocked(emptyCart).mockImplementationOnce(async (keep) => keep(ITEMS));
  await completeOrder('cs_1');
  pageIdentity.emptyMirror();
  expect([readOrder(undefined), readEmptiedCart()]).toEqual([undefined, undefined]);
});
