import { describe, expect, test } from 'vitest';
import type { AttemptRow } from '#server/accounts/account-tables.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createTestClock } from '../../tests/support/test-clock.ts';
import {
  createTokenBuckets,
  takeTokens,
  toNetwork,
  type BucketRule,
  type TokenBuckets,
} from './token-buckets.ts';

/** Takes a token if there is one. @returns seconds to wait without one */
function takeOne(buckets: TokenBuckets, key: string): number | undefined {
  const wait = buckets.wait(key);
  if (wait === undefined) buckets.take(key);
  return wait;
}

/** Buckets in the rows of a table. */
function createStoredBuckets(clock: Clock, rule: BucketRule): TokenBuckets {
  const rows = new Map<string, AttemptRow | undefined>();
  function change(key: string, units: number, isOwed: boolean): number | undefined {
    const taking = { parts: [{ limit: rule, units }], isOwed, now: clock.now() };
    const decision = takeTokens([rows.get(key)], taking);
    if (decision.rows) rows.set(key, decision.rows[0]);
    return decision.result[0];
  }
  return {
    wait: (key) => change(key, 0, false),
    take: (key, units = 1) => void change(key, units, true),
  };
}

describe.each([
  ['memory', createTokenBuckets],
  ['rows of a table', createStoredBuckets],
])('buckets in %s', (_kind, create) => {
  test('[T37] a burst may use the whole bucket, then one call per refilled token', () => {
    const clock = createTestClock();
    const buckets = create(clock, { capacity: 3, perMinute: 6 });
    expect([1, 2, 3, 4].map(() => takeOne(buckets, 'a'))).toEqual([undefined, undefined, undefined, 10]);
    expect(takeOne(buckets, 'b')).toBeUndefined();
    clock.advance(9000);
    expect(takeOne(buckets, 'a')).toBe(1);
    clock.advance(1000);
    expect([takeOne(buckets, 'a'), takeOne(buckets, 'a')]).toEqual([undefined, 10]);
  });

  test('[T37] a bucket never exceeds its capacity, and a clock that steps back adds no tokens', () => {
    const clock = createTestClock();
    const buckets = create(clock, { capacity: 2, perMinute: 60 });
    takeOne(buckets, 'a');
    clock.advance(3_600_000);
    expect([1, 2, 3].map(() => takeOne(buckets, 'a'))).toEqual([undefined, undefined, 1]);
    clock.advance(-3_600_000);
    expect(takeOne(buckets, 'a')).toBe(1);
    clock.advance(1000);
    expect(takeOne(buckets, 'a')).toBeUndefined();
  });

  test('[T37] a debt lengthens the wait, and more can be taken during it', () => {
    const clock = createTestClock();
    const buckets = create(clock, { capacity: 10, perMinute: 60 });
    buckets.take('a', 15);
    expect(buckets.wait('a')).toBe(6);
    buckets.take('a', 4);
    expect(buckets.wait('a')).toBe(10);
    clock.advance(10_000);
    expect(buckets.wait('a')).toBeUndefined();
  });
});

test('[T37] tokens are taken of several buckets together, or of none', () => {
  const few = { limit: { capacity: 1, perMinute: 1 }, units: 1 };
  const many = { limit: { capacity: 5, perMinute: 60 }, units: 3 };
  const taking = { parts: [many, few], isOwed: false, now: 0 };
  const first = takeTokens([undefined, undefined], taking);
  expect(first).toEqual({
    result: [],
    rows: [
      { count: 2000, endsAt: 3000 },
      { count: 0, endsAt: 60_000 },
    ],
  });
  expect(takeTokens(first.rows ?? [], taking)).toEqual({ result: [0, 60] });
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
