import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isExactNumber } from './exact-number.ts';
import { findJsonMistake } from './json-scanner.ts';
import { parseDocument } from './parse-document.ts';

const at = { line: 1, column: 1, byte: 0 };

describe('reading JSON strictly', () => {
  it('[R-MIG-05] accepts exactly what JSON.parse accepts, apart from what it would change', () => {
    const mutated = fc.tuple(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', ',', '"', '{', ']', ' ', '0', '\\', 'x', '\n'),
    );
    fc.assert(
      fc.property(mutated, ([json, position, insert]) => {
        const index = position % (json.length + 1);
        const text = json.slice(0, index) + insert + json.slice(index + 1);
        const mistake = findJsonMistake(text);
        if (mistake && mistake.code !== 'invalid-json') return;
        expect(mistake === undefined).toBe(isJson(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['{"a":1,"a":2}', 'duplicate-key', 7, 'a'],
    ['{"a":{"b":[1,{"c":1,"c":2}]}}', 'duplicate-key', 20, 'a.b[1].c'],
    ['{"\\u0061":1,"a":2}', 'duplicate-key', 12, 'a'],
    ['{"__proto__":1,"__proto__":2}', 'duplicate-key', 15, '__proto__'],
    ['{"n":9007199254740993}', 'inexact-number', 5, 'n'],
    ['{"n":1e400}', 'inexact-number', 5, 'n'],
    ['{"n":1e-400}', 'inexact-number', 5, 'n'],
    ['{"a":01}', 'invalid-json', 6, ''],
    ['{"a":"\t"}', 'invalid-json', 6, 'a'],
    ['{"a":"x', 'invalid-json', 7, 'a'],
    ["{'a':1}", 'invalid-json', 1, ''],
    ['{"a":NaN}', 'invalid-json', 5, 'a'],
    ['{} {}', 'invalid-json', 3, ''],
    ['', 'invalid-json', 0, ''],
  ])('[R-MIG-05] %s is refused with its place', (text, code, index, path) => {
    expect(findJsonMistake(text)).toMatchObject({ code, index, path });
  });

  it('[R-MIG-05] a text that nests a hundred thousand deep is refused without an overflow', () => {
    const parsed = parseDocument({ text: '{"a":'.repeat(100_000), ...at });
    expect(parsed).toMatchObject({ kind: 'problem', problem: { code: 'too-deep' } });
  });

  it.each(['0', '-0', '1.10', '1e3', '12.50e-2', '9007199254740992', '0.1', '123456789012345680000', '1E+2'])(
    '[R-MIG-05] the number %s keeps its value',
    (token) => expect(isExactNumber(token)).toBe(true),
  );

  it('[R-MIG-05] every number that JavaScript writes can be read', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) =>
        isExactNumber(JSON.stringify(n)),
      ),
    );
  });

  it('[R-MIG-05] line, column and byte of a mistake count from the beginning of the input', () => {
    const parsed = parseDocument({ text: '{\n "ä😀":1,\n "b" 2}', line: 10, column: 5, byte: 100 });
    expect(parsed).toMatchObject({ problem: { line: 12, column: 6, byte: 100 + 2 + 13 + 5 } });
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
