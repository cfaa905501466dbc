import { expect, test } from 'vitest';
import { toOrderStatus } from './order-status.ts';

const fresh = { isSent: false, expiry: '2026-12-05', today: '2026-11-21' } as const;

test.each([
  [{ state: 'pending' }, 'waiting'],
  [{ state: 'pending', isSent: true }, 'sent'],
  [{ state: 'acknowledged' }, 'confirmed'],
  [{ state: 'rejected' }, 'review'],
  [{ state: 'acknowledged', today: '2026-12-05' }, 'confirmed'],
  [{ state: 'acknowledged', today: '2026-12-06' }, 'expired'],
  [{ state: 'acknowledged', today: '2027-01-01' }, 'expired'],
  [{ state: 'pending', today: '2026-12-06' }, 'waiting'],
  [{ state: 'rejected', today: '2026-12-06' }, 'review'],
] as const)('[R-REV-02] an order with %j is %s', (progress, status) => {
  expect(toOrderStatus({ ...fresh, ...progress })).toBe(status);
});
