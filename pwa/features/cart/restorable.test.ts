import { expect, test } from 'vitest';
import { toOrder } from '#shared/domain/order.ts';
import { sampleItem } from '../../../tests/support/sample-product.ts';
import { toRestorable } from './restorable.ts';
import type { PaymentStatus } from './use-payment-status.ts';

const items = [sampleItem(2)];
const order = toOrder(items, 'AUD');
const restorable = (status: PaymentStatus, emptiedFor: string | undefined = 'cs_1') =>
  toRestorable({ sessionId: emptiedFor, items }, { sessionId: 'cs_1', status, order });

test.each([
  ['open', items],
  ['expired', items],
  ['failed', items],
  ['unknown', items],
  ['offline', items],
  ['unreachable', items],
  ['asking', []],
  ['processing', []],
  ['held', []],
  ['paid', []],
  ['refunded', []],
] as const)(
  '[R-CRT-07] a cart whose payment is "%s" can be restored entirely or not at all',
  (status, expected) => {
    expect(restorable(status)).toEqual(expected);
  },
);

test('[R-CRT-07] a cart emptied for one payment is not offered for another', () => {
  for (const status of ['expired', 'unknown', 'paid'] as const)
    expect(restorable(status, 'cs_2')).toEqual([]);
});

test('[R-CRT-07] a cart emptied without a payment is offered, whatever becomes of another payment', () => {
  const emptied = { items };
  const facts = { sessionId: 'cs_1', order };
  expect(toRestorable(emptied, { ...facts, status: 'unknown' })).toEqual(items);
  expect(toRestorable(emptied, { ...facts, status: 'paid' })).toEqual(items);
  expect(toRestorable(undefined, { ...facts, status: 'unknown' })).toEqual([]);
});

test('[R-CRT-07] of a paid order’s cart, the items outside the order can be restored', () => {
  const more = { sessionId: 'cs_1', items: [sampleItem(5)] };
  expect(toRestorable(more, { sessionId: 'cs_1', status: 'paid', order })).toEqual([sampleItem(3)]);
  expect(toRestorable(more, { sessionId: 'cs_1', status: 'paid', order: undefined })).toEqual([]);
});
