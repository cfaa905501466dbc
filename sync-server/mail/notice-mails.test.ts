import { expect, it } from 'vitest';
import type { OrderState } from '#shared/collections/orders.ts';
import { toNotices } from '#server/core/notices.ts';
import type { StoredDocument } from '#server/core/stored-document.ts';
import { toNoticeMails } from './notice-mails.ts';

const order = (orderState: OrderState) =>
  ({
    collection: 'orders',
    id: 'a',
    data: {
      orderState,
      orderNumber: 'NK-1',
      orderEmail: 'ada@example.com',
      orderTracking: '',
      orderPaidCents: 100,
      orderCurrency: 'IDR',
    },
  }) as unknown as StoredDocument;

const mailsOf = (before: OrderState | undefined, after: OrderState) =>
  toNotices(before && order(before), order(after), () => undefined).flatMap((notice) =>
    toNoticeMails(notice, { now: 0, shopAddress: undefined }),
  );

it('[PY13] an order that a manager accepts is confirmed by one mail, with what was paid', () => {
  expect(mailsOf('held', 'paid')).toMatchObject([
    {
      key: 'order-accepted:a',
      template: 'order-accepted',
      to: 'ada@example.com',
      about: 'a',
      facts: { id: 'a', orderNumber: 'NK-1', paidCents: 100, currency: 'IDR' },
    },
  ]);
});

it.each([
  [undefined, 'paid'],
  [undefined, 'held'],
  ['paid', 'paid'],
  ['packed', 'paid'],
  ['held', 'cancelled'],
] as const)('[PY13] an order that goes from %s to %s causes no mail', (before, after) => {
  expect(mailsOf(before, after)).toEqual([]);
});
