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
const serverOrder = {
  orderNumber: '7K2M-Q4XD',
  currency: 'AUD',
  totalCents: 5_100_000,
  lines: [{ productId: 'recon-vtol', name: 'Recon VTOL', quantity: 2, unitCents: 2_550_000 }],
};

let app: FakeApp;
beforeEach(() => {
  app = createFakeApp();
});

test('[R-SUC-01] [R-PAY-01] an order taken to payment is stored, and found by its session id or as the latest', () => {
  expect(readOrder(app, undefined)).toBeUndefined();
  keepOrder(app, 'cs_1', ITEMS, 'AUD');
  const kept = { sessionId: 'cs_1', order: toOrder(ITEMS, 'AUD') };
  expect(readOrder(app, 'cs_1')).toEqual(kept);
  expect(readOrder(app, undefined)).toEqual(kept);
  expect(readOrder(app, 'cs_2')).toBeUndefined();
});

test('[R-SUC-01] the server’s version of an order is stored with this device’s pictures', () => {
  keepOrder(app, 'cs_1', ITEMS, 'AUD');
  const line = { ...serverOrder.lines[0], picture: PICTURE };
  const noted = { sessionId: 'cs_1', status: 'paid', order: { ...serverOrder, lines: [line] } };
  expect(noteCheckoutStatus(app, 'cs_1', { id: 'cs_1', status: 'paid', order: serverOrder })).toEqual(noted);
  expect(readOrder(app, 'cs_1')).toEqual(noted);
  // A response without an order keeps the stored one.
  expect(noteCheckoutStatus(app, 'cs_1', { id: 'cs_1', status: 'refunded' })).toEqual({
    ...noted,
    status: 'refunded',
  });
});

test('[R-SUC-01] an order unknown to this device is stored too, but does not replace a newer one', () => {
  expect(noteCheckoutStatus(app, 'cs_1', { id: 'cs_1', status: 'unknown' })).toBeUndefined();
  expect(noteCheckoutStatus(app, 'cs_1', { id: 'cs_1', status: 'paid', order: serverOrder })?.order).toEqual(
    serverOrder,
  );
  expect(readOrder(app, 'cs_1')?.order).toEqual(serverOrder);
  keepOrder(app, 'cs_2', ITEMS, 'AUD');
  expect(noteCheckoutStatus(app, 'cs_1', { id: 'cs_1', status: 'paid', order: serverOrder })?.order).toEqual(
    serverOrder,
  );
  expect(readOrder(app, undefined)?.sessionId).toBe('cs_2');
});

test('[R-CRT-07] the items of the emptied cart are stored with their session id', async () => {
  await restoreItems(app, ITEMS);
  await completeOrder(app, 'cs_1');
  expect(readEmptiedCart(app)).toEqual({ sessionId: 'cs_1', items: ITEMS });
  // After a reload the cart is empty.
  await completeOrder(app, 'cs_1');
  expect(readEmptiedCart(app)).toEqual({ sessionId: 'cs_1', items: ITEMS });
});

test('[R-CRT-07] a cart filled after its order was paid is not kept as part of that order', async () => {
  keepOrder(app, 'cs_1', ITEMS, 'AUD');
  noteCheckoutStatus(app, 'cs_1', { id: 'cs_1', status: 'paid', mail: 'sent', order: serverOrder });
  await restoreItems(app, ITEMS);
  await completeOrder(app, 'cs_1');
  expect(readEmptiedCart(app)).toEqual({ items: ITEMS });
});

test.each(['', '{', 'null', '{"sessionId":1}', '[]'])(
  '[R-SUC-01] a malformed record (%j) is ignored',
  (text) => {
    app.storage.setItem(ORDER_KEY, text);
    app.storage.setItem(EMPTIED_CART_KEY, text);
    expect([readOrder(app, undefined), readEmptiedCart(app)]).toEqual([undefined, undefined]);
  },
);

test('[R-AUT-06] signing out removes the stored order and the emptied cart', async () => {
  keepOrder(app, 'cs_1', ITEMS, 'AUD');
  await restoreItems(app, ITEMS);
  await completeOrder(app, 'cs_1');
  createPageIdentity(app).emptyMirror();
  expect([readOrder(app, undefined), readEmptiedCart(app)]).toEqual([undefined, undefined]);
});
