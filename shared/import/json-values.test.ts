import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitJsonValues } from './json-values.ts';

async function* inChunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function split(text: string, isArray: boolean, size = 7): Promise<readonly unknown[]> {
  const parts: unknown[] = [];
  for await (const part of splitJsonValues(inChunks(text, size), { isArray, firstByte: 0 })) {
    parts.push(part.kind === 'bytes' ? Buffer.from(part.bytes).toString('utf8') : part.problem.message);
  }
  return parts;
}

describe('cutting a JSON array into its values', () => {
  it('[R-MIG-05] gives the values of any array, however it is laid out and cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue()),
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom(undefined, 1, '\t'),
        async (values, size, indent) => {
          const parts = await split(JSON.stringify(values, undefined, indent), true, size);
          expect(parts.map((part) => JSON.parse(String(part)) as unknown)).toEqual(
            JSON.parse(JSON.stringify(values)),
          );
        },
      ),
    );
  });

  it('[R-MIG-05] gives values one after another without an array', async () => {
    expect(await split('{"a":\n1} {"b":"}"}\n{"c":[]}', false)).toEqual([
      '{"a":\n1}',
      '{"b":"}"}',
      '{"c":[]}',
    ]);
  });

  it.each([
    ['[{"a":1} {"b":2}]', ['{"a":1}', 'A comma is missing between two values.', '{"b":2}']],
    ['[{"a":1},]', ['{"a":1}', 'A comma stands before the closing bracket.']],
    ['[{"a":1}', ['{"a":1}', 'The text ends before the array’s closing bracket ].']],
    ['[{"a":1', ['{"a":1', 'The text ends before the array’s closing bracket ].']],
    ['[1]\n[2] {', ['1', 'There is more after the array’s closing bracket.']],
    ['[]', []],
  ])('[R-MIG-05] %s', async (text, parts) => expect(await split(text, true)).toEqual(parts));

  it('[R-MIG-05] knows line, column and byte of each value', async () => {
    const places: unknown[] = [];
    for await (const part of splitJsonValues(inChunks('[\n {"ä":1}, {"b":2}]', 3), {
      isArray: true,
      firstByte: 3,
    })) {
      if (part.kind === 'bytes') places.push([part.line, part.column, part.byte]);
    }
    expect(places).toEqual([
      [2, 2, 6],
      [2, 11, 16],
    ]);
  });
});
