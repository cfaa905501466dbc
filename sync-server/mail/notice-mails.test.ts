import { expect, test } from 'vitest';
import type { StoredDocument } from '#server/core/stored-document.ts';
import { STORED_DOCUMENTS } from '../../tests/support/stored-documents.ts';
import { toNoticeMails } from './notice-mails.ts';

const mailsOf = (orderTracking: string) => {
  const data = { ...STORED_DOCUMENTS.orders, orderTracking };
  const document = { collection: 'orders', id: 'o1', data } as unknown as StoredDocument;
  return toNoticeMails({ kind: 'order-sent', document }, { now: 0, shopAddress: undefined });
};

test('[PY7] an order that is sent again is mailed once with each tracking code', () => {
  const [none, wrong, right, again] = ['', 'B123456', 'RIGHT1', 'RIGHT1'].map((code) => mailsOf(code)[0]);
  expect(new Set([none, wrong, right].map((mail) => mail?.key)).size).toBe(3);
  expect(again?.key).toBe(right?.key);
  expect(right?.facts).toMatchObject({ tracking: 'RIGHT1' });
});
