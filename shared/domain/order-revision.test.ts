import { expect, test } from 'vitest';
import { countRevisions } from './order-revision.ts';

const made = { FBUID: 'one', role: 'Civilian', selectedComponents: [{ name: 'FPV Goggles', quantity: 1 }] };
const changed = { ...made, selectedComponents: [{ name: 'FPV Goggles', quantity: 2 }] };

test('[R-REV-01] every change of an order is a version, also one that restores an earlier version', () => {
  expect(countRevisions([])).toBe(0);
  expect(countRevisions([made])).toBe(1);
  expect(countRevisions([made, changed, made])).toBe(3);
});

test('[R-REV-01] claiming an order for an account makes no new version', () => {
  expect(countRevisions([made, { ...made, writeId: 'another' }, changed])).toBe(2);
});
