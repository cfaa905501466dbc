// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { PriceList } from '#shared/domain/component-catalogue.ts';
import { PriceNotice } from './price-notice.tsx';

const NONE = { Communications: [], Control: [], Navigation: [], Payload: [], Propulsion: [], Video: [] };
const GOGGLES = { name: 'FPV Goggles', price: 549 };
const CAMERA = { name: 'Analog FPV Camera', price: 24.9 };

/** Goggles became dearer, and the camera was discontinued. */
const LISTS: readonly PriceList[] = [
  { validFrom: '2026-01-01', components: { ...NONE, Video: [GOGGLES, CAMERA] } },
  { validFrom: '2026-07-01', components: { ...NONE, Video: [{ ...GOGGLES, price: 599.5 }] } },
];

afterEach(cleanup);

/** The text for an order of these lines, one piece each. */
function read(...lines: readonly { readonly name: string; readonly price: number }[]): string {
  const counted = lines.map((line) => ({ ...line, quantity: 1 }));
  render(<PriceNotice lines={counted} lists={LISTS} onRenew={() => undefined} />);
  return screen.queryByRole('status')?.textContent?.replaceAll('\u00a0', ' ') ?? '';
}

const EARLIER = 'This order has prices of an earlier price list and keeps them.';
const NEVER = 'This price was never ours; the order will be refused with it.';

test('[R-CST-06] an order at today’s prices has no notice', () => {
  expect(read({ ...GOGGLES, price: 599.5 })).toBe('');
});

test('[R-CST-06] prices of an earlier list stay, and today’s show beside them', () => {
  const text = read(GOGGLES, CAMERA);
  expect(text).toContain(EARLIER);
  expect(text).toContain('FPV Goggles: USD 549.00 USD 599.50');
  expect(text).toContain('Analog FPV Camera: USD 24.90 no longer offered');
  expect(text).not.toContain(NEVER);
  expect(screen.getByRole('button', { name: 'Use today’s prices' })).toBeTruthy();
});

test('[R-CST-06] the notice says that a price of no list will be refused', () => {
  const text = read({ ...GOGGLES, price: 0.01 });
  expect(text).toContain(`FPV Goggles: USD 0.01 USD 599.50. ${NEVER}`);
  expect(text).not.toContain(EARLIER);
});

test('[R-CST-06] of an order with both, the notice says which price will be refused', () => {
  const text = read({ ...GOGGLES, price: 0.01 }, CAMERA);
  expect(text).toContain(EARLIER);
  expect(text).toContain('Analog FPV Camera: USD 24.90 no longer offered');
  expect(text).toContain(`FPV Goggles: USD 0.01 USD 599.50. ${NEVER}`);
});
