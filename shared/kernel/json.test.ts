import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonEqual } from '#shared/kernel/json.ts';
import { SEED } from '../../tests/support/seed.ts';

const json = fc.jsonValue({ maxDepth: 4 });

/** The same value with the fields of every object in reverse. */
function reorder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reorder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([field, entry]) => [field, reorder(entry)]),
  );
}

describe('equality of JSON', () => {
  it('[CL9] a value equals its copy, whatever the order of its fields', () => {
    fc.assert(
      fc.property(json, (value) => isJsonEqual(value, reorder(structuredClone(value)))),
      { seed: SEED },
    );
  });

  it('[CL9] two values are equal exactly when Node finds them deeply equal, in both directions', () => {
    const few = fc
      .json({ maxDepth: 2, stringUnit: fc.constantFrom('a', 'b') })
      .map((text): unknown => JSON.parse(text));
    fc.assert(
      fc.property(few, few, (a, b) => {
        expect(isJsonEqual(a, b)).toBe(isDeepStrictEqual(a, b));
        expect(isJsonEqual(b, a)).toBe(isJsonEqual(a, b));
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it.each([
    ['a missing field equals undefined', { a: 1 }, { a: 1, b: undefined }, true],
    ['a missing field is not null', { a: 1 }, { a: 1, b: null }, false],
    ['an empty list is not an empty object', [], {}, false],
    ['a number is not its text', 1, '1', false],
    ['the order of a list counts', [1, 2], [2, 1], false],
    ['a longer list is another', [1], [1, undefined], false],
    ['an own __proto__ field counts', JSON.parse('{"__proto__":{"a":1}}'), {}, false],
    ['an inherited field is no field', { constructor: Object }, {}, false],
    ['nothing equals nothing', undefined, undefined, true],
  ])('[CL9] %s', (_title, a: unknown, b: unknown, expected) => {
    expect(isJsonEqual(a, b)).toBe(expected);
    expect(isJsonEqual(b, a)).toBe(expected);
  });
});
