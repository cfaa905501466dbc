import { expect, test } from 'vitest';
import { createTestClock } from '../../tests/support/test-clock.ts';
import { createTokenBuckets, toNetwork } from './token-buckets.ts';

test('[T37] a burst may use the whole bucket, then one call per refilled token', () => {
  const clock = createTestClock();
  const buckets = createTokenBuckets(clock, { capacity: 3, perMinute: 6 });
  expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([undefined, undefined, undefined, 10]);
  expect(buckets.take('b')).toBeUndefined();
  clock.advance(9000);
  expect(buckets.take('a')).toBe(1);
  clock.advance(1000);
  expect([buckets.take('a'), buckets.take('a')]).toEqual([undefined, 10]);
});

test('[T37] a bucket never exceeds its capacity, and a clock that steps back adds no tokens', () => {
  const clock = createTestClock();
  const buckets = createTokenBuckets(clock, { capacity: 2, perMinute: 60 });
  buckets.take('a');
  clock.advance(3_600_000);
  expect([1, 2, 3].map(() => buckets.take('a'))).toEqual([undefined, undefined, 1]);
  clock.advance(-3_600_000);
  expect(buckets.take('a')).toBe(1);
  clock.advance(1000);
  expect(buckets.take('a')).toBeUndefined();
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  [undefined, 'unknown'],
])('[T37] the network of %s is %s', (address, network) => {
  expect(toNetwork(address)).toBe(network);
});
