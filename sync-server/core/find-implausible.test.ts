import { expect, test } from 'vitest';
import type { PriceList } from '#shared/domain/component-catalogue.ts';
import { toContent } from '#shared/sync/wire-document.ts';
import { STORED_DOCUMENTS } from '../../tests/support/stored-documents.ts';
import { findImplausible } from './find-implausible.ts';

const NONE = { Communications: [], Control: [], Navigation: [], Payload: [], Propulsion: [], Video: [] };
const GOGGLES = { name: 'FPV Goggles', price: 549 };
const CAMERA = { name: 'Analog FPV Camera', price: 24.9 };

/** Goggles became dearer, and the camera was discontinued. */
const LISTS: readonly PriceList[] = [
  { validFrom: '2026-01-01', components: { ...NONE, Video: [GOGGLES, CAMERA] } },
  { validFrom: '2026-07-01', components: { ...NONE, Video: [{ ...GOGGLES, price: 599.5 }] } },
];

/** What is wrong with an order of one line. */
function find(line: { readonly name: string; readonly price: number }) {
  const order = { ...toContent(STORED_DOCUMENTS.ukraines), selectedComponents: [{ ...line, quantity: 1 }] };
  return findImplausible('ukraines', order, undefined, { at: '2026-08-01T00:00:00.000Z', lists: LISTS });
}

test.each([
  ['of today’s list', { ...GOGGLES, price: 599.5 }],
  ['of an earlier list', GOGGLES],
  ['of a part that is no longer offered', CAMERA],
])('[R-CST-06] a price %s is accepted', (_which, line) => {
  expect(find(line)).toBeUndefined();
});

test('[R-CST-06] a price of no list is refused with today’s, and that of a discontinued part with its last one', () => {
  expect(find({ ...GOGGLES, price: 24.9 })).toEqual({
    path: 'selectedComponents[0].price',
    message: '“FPV Goggles” never cost USD\u00a024.90. Its price is USD\u00a0599.50.',
  });
  expect(find({ ...CAMERA, price: 599.5 })?.message).toBe(
    '“Analog FPV Camera” never cost USD\u00a0599.50. Its price is USD\u00a024.90.',
  );
});
