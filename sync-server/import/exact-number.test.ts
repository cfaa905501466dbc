import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SEED } from '../../tests/support/seed.ts';
import { classifyNumber } from './exact-number.ts';

describe('numbers in JSON', () => {
  it.each([
    '0',
    '1.10',
    '37.0',
    '1e3',
    '1E+2',
    '12.50e-2',
    '0.1',
    '9007199254740992',
    '123456789012345680000',
    '0e9',
  ])('[R-MIG-05] %s keeps its digits', (token) => expect(classifyNumber(token)).toBe('same'));

  it.each([
    '68.19567810587429',
    '0.10000000000000001',
    '1.10000000000000008882',
    '0.1000000000000000055511151231257827',
    '-0',
    '-0.0',
  ])('[R-MIG-05] %s is a double written with other digits', (token) => {
    expect(classifyNumber(token)).toBe('rewritten');
  });

  it.each([
    '9007199254740993',
    '9007199254740993.0',
    '1e400',
    '-1e400',
    '1e-400',
    '0.90000000000000018',
    '12345678901234567890',
  ])('[R-MIG-05] %s would be another number', (token) => expect(classifyNumber(token)).toBe('changed'));

  it('[R-MIG-05] every double is recognised however a program prints it', () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(double, fc.integer({ min: 15, max: 100 }), (value, digits) => {
        expect(classifyNumber(JSON.stringify(value))).toBe('same');
        expect(classifyNumber(value.toExponential(16))).not.toBe('changed');
        // Python and JavaScript can print a double exactly, with any number of digits.
        if (digits >= 17) expect(classifyNumber(value.toExponential(digits - 1))).not.toBe('changed');
      }),
      { seed: SEED, numRuns: 2_000 },
    );
  });
});
