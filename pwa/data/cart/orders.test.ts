import { beforeEach, expect, test } from 'vitest';
import { toOrder } from '#shared/domain/order.ts';
import { createFakeApp, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { sampleItem } from '../../../tests/support/sample-product.ts';
import { createPageIdentity } from '../session/page-identity.ts';
import { restoreItems } from './cart.ts';
import { EMPTIED_CART_KEY, ORDER_KEY } from './order-keys.ts';
import { completeOrder, keepOrder, noteCheckoutStatus, readEmptiedCart, readOrder } from './orders.ts';

const ITEMS = [sampleItem(2)];
const PICTURE = { value: '/pictures/recon-vtol/1.webp', label: 'image 0 label' };
const told = {
  reference: 'ref-1',
  currency: 'AUD',
  totalCents: 5_100_000,
  lines: [{ productId: 'recon-vtol', name: 'Recon VTOL', quantity: 2, unitCents: 2_550_000 }],
};

let app: FakeApp;
beforeEach(() => {
  app = createFakeApp();
});

test('[R-SUC-01] [R-PAY-01] what is taken to payment is kept, and found by its payment or as the last one', () => {
  expect(readOrder(app, undefined)).toBeUndefined();
  keepOrder(app, 'cs_1', ITEMS, 'AUD');
  const kept = { sessionId: 'cs_1', order: toOrder(ITEMS, 'AUD') };
  expect(readOrder(app, 'cs_1')).toEqual(kept);
  expect(readOrder(app, undefined)).toEqual(kept);
  expect(readOrder(app, 'cs_2')).toBeUndefined();
});

test('[R-SUC-01] the server’s word on it is kept with this device’s pictures, and outlives the page', () => {
  keepOrder(app, 'cs_1', ITEMS, 'AUD');
  const line = { ...told.lines[0], picture: PICTURE };
  const noted = { sessionId: 'cs_1', status: 'paid', order: { ...told, lines: [line] } };
  expect(noteCheckoutStatus(app, 'cs_1', { id: 'cs_1', status: 'paid', order: told })).toEqual(noted);
  expect(readOrder(app, 'cs_1')).toEqual(noted);
  // An answer that says less takes nothing away.
  expect(noteCheckoutStatus(app, 'cs_1', { id: 'cs_1', status: 'refunded' })).toEqual({
    ...noted,
    status: 'refunded',
  });
});

test('[R-SUC-01] an order this device knows nothing of is kept too, but takes no other order’s place', () => {
  expect(noteCheckoutStatus(app, 'cs_1', { id: 'cs_1', status: 'unknown' })).toBeUndefined();
  expect(noteCheckoutStatus(app, 'cs_1', { id: 'cs_1', status: 'paid', order: told })?.order).toEqual(told);
  expect(readOrder(app, 'cs_1')?.order).toEqual(told);
  keepOrder(app, 'cs_2', ITEMS, 'AUD');
  expect(noteCheckoutStatus(app, 'cs_1', { id: 'cs_1', status: 'paid', order: told })?.order).toEqual(told);
  expect(readOrder(app, undefined)?.sessionId).toBe('cs_2');
});

test('[R-CRT-07] what was in the cart is kept with the payment it was emptied for', async () => {
  await restoreItems(app, ITEMS);
  await completeOrder(app, 'cs_1');
  expect(readEmptiedCart(app)).toEqual({ sessionId: 'cs_1', items: ITEMS });
  // A reload finds an empty cart.
  await completeOrder(app, 'cs_1');
  expect(readEmptiedCart(app)).toEqual({ sessionId: 'cs_1', items: ITEMS });
});

test.each(['', '{', 'null', '{"sessionId":1}', '[]'])(
  '[R-SUC-01] a garbled note (%j) is as good as none',
  (text) => {
    app.storage.setItem(ORDER_KEY, text);
    app.storage.setItem(EMPTIED_CART_KEY, text);
    expect([readOrder(app, undefined), readEmptiedCart(app)]).toEqual([undefined, undefined]);
  },
);

test('[R-AUT-06] what somebody ordered goes when they sign out', async () => {
  keepOrder(app, 'cs_1', ITEMS, 'AUD');
  await restoreItems(app, ITEMS);
  await completeOrder(app, 'cs_1');
  createPageIdentity(app).emptyMirror();
  expect([readOrder(app, undefined), readEmptiedCart(app)]).toEqual([undefined, undefined]);
});
