import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SEED } from '../../tests/support/seed.ts';
import { parseDocumentsPath } from './documents-path.ts';
import { JsonCutter } from './json-values.ts';

function cut(text: string | Buffer, path: string, size = 7) {
  const cutter = new JsonCutter(path === '' ? [] : parseDocumentsPath(path), 0);
  const bytes = Buffer.from(text);
  const parts = [];
  for (let start = 0; start < bytes.length; start += size)
    parts.push(...cutter.push(bytes.subarray(start, start + size)));
  parts.push(...cutter.end());
  return { parts, cutter };
}

const textsOf = (text: string | Buffer, path: string, size?: number) =>
  cut(text, path, size).parts.map((part) =>
    part.kind === 'value' ? part.value.bytes.toString('utf8') : part.problem.message,
  );

describe('extracting documents from JSON', () => {
  const documents = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ noUnicodeString: false })));
  const layout = fc.tuple(fc.integer({ min: 1, max: 50 }), fc.constantFrom(undefined, 1, '\t'));

  it.each([
    ['an array', '[]', (list: readonly unknown[]) => list],
    [
      'an array in an object',
      'a.items',
      (list: readonly unknown[]) => ({ x: [{}], a: { y: {}, items: list }, items: [{}] }),
    ],
    [
      'entries of rows',
      'rows[].doc',
      (list: readonly unknown[]) => ({ rows: list.map((doc) => ({ key: { doc: 1 }, doc })) }),
    ],
    [
      'a map',
      'größe.*',
      (list: readonly unknown[]) => ({
        größe: Object.fromEntries(list.map((one, index) => [`ä🚁${index}`, one])),
      }),
    ],
  ])('[R-MIG-05] gives the documents of %s in any layout and any chunks', (_what, path, wrap) => {
    fc.assert(
      fc.property(documents, layout, (list, [size, indent]) => {
        const { parts, cutter } = cut(JSON.stringify(wrap(list), undefined, indent), path, size);
        expect(
          parts.map((part) => part.kind === 'value' && (JSON.parse(part.value.bytes.toString()) as unknown)),
        ).toEqual(JSON.parse(JSON.stringify(list)));
        expect([cutter.hasReachedPath, cutter.isBroken, cutter.emptyEntries]).toEqual([true, false, 0]);
      }),
      { seed: SEED, numRuns: 50 },
    );
  });

  it('[R-MIG-05] gives consecutive documents', () => {
    expect(textsOf('{"a":\n1} {"b":"}"}\n{"c":[]}', '')).toEqual(['{"a":\n1}', '{"b":"}"}', '{"c":[]}']);
  });

  it.each([
    [
      '[{"a":1} {"b":2}]',
      ['{"a":1}', expect.stringMatching(/^A comma or a closing bracket is expected here/)],
    ],
    ['[{"a":1},]', ['{"a":1}', expect.stringMatching(/^A value is expected here/)]],
    ['[{"a":1}', ['{"a":1}', expect.stringMatching(/^The text ends before its closing bracket/)]],
    ['[{"a":1', ['{"a":1']],
    ['[{}]\n[{"b":1}] {', ['{}', '{"b":1}', expect.stringMatching(/^There is more after the end/)]],
    ['[{}, oops, {}]', ['{}', expect.stringMatching(/^This is not JSON: "o"/)]],
    ['[{}, 1, "x"]', ['{}', 'A document is an object in braces.', 'A document is an object in braces.']],
    ['[]', []],
  ])('[R-MIG-05] %s', (text, parts) => {
    for (const size of [1, 3, 100]) expect(textsOf(text, '[]', size)).toEqual(parts);
  });

  it.each([
    '{"a":NaN,"b":"x"}',
    '{"a":"C:\\dir","b":1}',
    '{"a":"line\nbreak"}',
    "{'a':1}",
    '{"a":.5,"b":[+1,]}',
    '{"a":"é", b: {}}',
  ])('[R-MIG-05] %j is a mistake of its document only', (wrong) => {
    for (const size of [1, 4, 100])
      expect(textsOf(`[{},${wrong},\n{"c":1}]`, '[]', size)).toEqual(['{}', wrong, '{"c":1}']);
  });

  it('[R-MIG-05] bytes that are not UTF-8 stay in their document, but end the reading in a key outside', () => {
    const latin1 = (text: string) => Buffer.from(text, 'latin1');
    const text = latin1('[{"a":"\xe9"},{"\xe9\xe9":1},{}]');
    const broken = latin1('{"a":{},"\xe9":{},"b":{}}');
    for (const size of [1, 2, 3, 100]) {
      const found = cut(text, '[]', size).parts.map((part) => part.kind === 'value' && part.value.bytes);
      expect(found).toEqual([latin1('{"a":"\xe9"}'), latin1('{"\xe9\xe9":1}'), latin1('{}')]);
      expect(textsOf(broken, '*', size)).toEqual(['{}', expect.stringMatching(/^This is not UTF-8 text/)]);
    }
  });

  it('[R-MIG-05] gives line, column and byte of each document', () => {
    for (const size of [1, 3, 100]) {
      const { parts } = cut('[\n {"ä":1}, {"b":2}]', '[]', size);
      expect(
        parts.map((part) => part.kind === 'value' && [part.value.line, part.value.column, part.value.byte]),
      ).toEqual([
        [2, 2, 3],
        [2, 11, 13],
      ]);
    }
  });
});
