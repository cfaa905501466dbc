import { describe, expect, test } from 'vitest';
import type { AttemptTable } from '#server/accounts/account-tables.ts';
import { createAttemptLimiter } from '#server/accounts/attempt-limits.ts';
import { createTestClock } from '../support/test-clock.ts';

const RULE = { max: 5, windowSeconds: 60 };
const ended = { count: 1, endsAt: 1000 };
const row = { count: 1, endsAt: 5000 };

const read = (table: AttemptTable, ...keys: readonly string[]) =>
  table.changeAttempts(keys, 0, (rows) => ({ result: rows }));

/** The contract of every table of attempt counters. `create` returns an empty one. */
export function testAttempts(name: string, create: () => AttemptTable | Promise<AttemptTable>): void {
  const clock = createTestClock();
  describe(name, () => {
    test('[T07] of twenty attempts at once only as many pass as the rule allows', async () => {
      const limiter = createAttemptLimiter(await create(), clock);
      const waits = await Promise.all(Array.from({ length: 20 }, () => limiter.attempt('key', RULE)));
      expect(waits.filter((wait) => wait === undefined)).toHaveLength(RULE.max);
      expect(await limiter.attempt('another', RULE)).toBeUndefined();
      await limiter.clear('key');
      expect(await limiter.attempt('key', RULE)).toBeUndefined();
    });

    test('[T07] several counters are read and stored together, and unchanged ones stay', async () => {
      const table = await create();
      const put = () => ({ result: 'put', rows: [row, ended] });
      expect(await table.changeAttempts(['a', 'b'], 0, put)).toBe('put');
      expect(await read(table, 'b', 'c', 'a')).toEqual([ended, undefined, row]);
      await table.flush();
      await table.changeAttempts(['a', 'b'], 0, () => ({ result: undefined, rows: [undefined, ended] }));
      expect(await read(table, 'a', 'b')).toEqual([undefined, ended]);
    });
  });
}
