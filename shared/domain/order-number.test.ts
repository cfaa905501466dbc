import { expect, test } from 'vitest';
import { toOrderNumber } from '#shared/domain/order-number.ts';
import { createId } from '#shared/kernel/ids.ts';

test('[R-SUC-01] an order number has two groups of four characters that can’t be mistaken for each other', () => {
  for (const id of [createId(), createId(), 'zzzzzzzzzzzzzzzzzzzz', '00000000000000000000', 'short', ''])
    expect(toOrderNumber(id)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
});

test('[R-SUC-01] an order number is the same wherever it is made, and another for each payment', () => {
  expect(toOrderNumber('0mhq2k8w5Rr7TzB3vXy9')).toBe(toOrderNumber('0mhq2k8w5Rr7TzB3vXy9'));
  const numbers = Array.from({ length: 5000 }, () => toOrderNumber(createId()));
  expect(new Set(numbers).size).toBe(5000);
});
