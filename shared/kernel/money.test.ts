import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsToDecimal, formatCents, parseCents } from '#shared/kernel/money.ts';
import { SEED } from '../../tests/support/seed.ts';

const MOST_CENTS = 99_999_999_999_999;

describe('money in integer cents', () => {
  it('[R-CST-18] any amount survives being written as a decimal string and read again', () => {
    const amount = fc.integer({ min: 0, max: MOST_CENTS });
    fc.assert(
      fc.property(amount, (cents) => parseCents(centsToDecimal(cents)) === cents),
      { seed: SEED },
    );
  });

  it.each([
    ['24990.00', 2_499_000],
    ['24.9', 2_490],
    ['0.05', 5],
    [' 7 ', 700],
    ['999999999999.99', MOST_CENTS],
  ])('[R-CST-03] reads the price %j', (decimal, cents) => {
    expect(parseCents(decimal)).toBe(cents);
  });

  it.each([
    '',
    '.5',
    '5.',
    '-1',
    '+1',
    '1,000',
    '1 000',
    '1e3',
    '0x10',
    '24.999',
    '１２',
    'NaN',
    'POA',
    '1234567890123',
  ])('[R-CST-03] %j is no price', (decimal) => expect(parseCents(decimal)).toBeUndefined());

  it('[R-CST-18] people see two decimals, whole amounts and single cents too', () => {
    expect(formatCents(2_499_000, 'AUD')).toBe('$24,990.00');
    expect(formatCents(5, 'AUD')).toBe('$0.05');
    expect(formatCents(286, 'USD')).toMatch(/^USD\s2\.86$/);
    expect(formatCents(0, 'JPY')).toMatch(/0\.00$/);
    expect(centsToDecimal(-5)).toBe('-0.05');
  });
});
