import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SEED } from '../../tests/support/seed.ts';
import { reviewJson } from './json-mistakes.ts';

describe('mistakes in a JSON text', () => {
  it('[R-MIG-05] are found exactly where JSON.parse throws', () => {
    const mutated = fc.tuple(
      fc.json(),
      fc.nat(),
      fc.constantFrom(
        '',
        ',',
        '"',
        '{',
        ']',
        ' ',
        '0',
        '-',
        '.',
        '\\',
        'x',
        '\n',
        '/',
        '//',
        '\u00a0',
        '\u0001',
      ),
    );
    fc.assert(
      fc.property(mutated, ([json, position, insert]) => {
        const index = position % (json.length + 1);
        const text = json.slice(0, index) + insert + json.slice(index + 1);
        const isInvalid = reviewJson(text).mistakes.some(({ code }) => code === 'invalid-json');
        expect(isInvalid, text).toBe(!isJson(text));
      }),
      { seed: SEED, numRuns: 2_000 },
    );
  });

  it.each([
    ['{"a":1,"a":2}', 'duplicate-key', 7, 'a'],
    ['{"a":{"b":[1,{"c":1,"c":2}]}}', 'duplicate-key', 20, 'a.b[1].c'],
    ['{"\\u0061":1,"a":2}', 'duplicate-key', 12, 'a'],
    ['{"__proto__":1,"__proto__":2}', 'duplicate-key', 15, '__proto__'],
    ['{"n":9007199254740993}', 'inexact-number', 5, 'n'],
    ['{"n":[0,1e400]}', 'inexact-number', 8, 'n[1]'],
    ['{"n":1e-400}', 'inexact-number', 5, 'n'],
    ['{"a":01}', 'invalid-json', 6, ''],
    ['{"a":"\t"}', 'invalid-json', 5, 'a'],
    ['{"a":"x', 'invalid-json', 5, 'a'],
    ['{"a":"\\d"}', 'invalid-json', 5, 'a'],
    ["{'a':1}", 'invalid-json', 1, ''],
    ['{"a":NaN}', 'invalid-json', 5, 'a'],
    ['{"a":1,}', 'invalid-json', 7, ''],
    ['{"a" 1}', 'invalid-json', 5, 'a'],
    ['{"a":1 /* one */}', 'invalid-json', 7, 'a'],
    ['{} {}', 'invalid-json', 3, ''],
    ['', 'invalid-json', 0, ''],
  ])('[R-MIG-05] %s has one, with its place', (text, code, index, path) => {
    expect(reviewJson(text).mistakes).toMatchObject([{ code, index, path }]);
  });

  it('[R-MIG-05] are all listed up to the first syntax error', () => {
    const { mistakes } = reviewJson('{"a":1,"a":1e400,"b":{"c":9007199254740993},"b":NaN,"a":1}');
    expect(mistakes.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'duplicate-key a',
      'inexact-number a',
      'inexact-number b.c',
      'duplicate-key b',
      'invalid-json b',
    ]);
  });

  it.each(['{"a":', '['])(
    '[R-MIG-05] a text of a hundred thousand %s is rejected without a stack overflow',
    (text) => {
      expect(reviewJson(text.repeat(100_000)).mistakes).toMatchObject([{ code: 'too-deep' }]);
    },
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
