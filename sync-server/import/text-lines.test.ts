import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SEED } from '../../tests/support/seed.ts';
import { splitLines } from './text-lines.ts';

async function* inChunks(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function split(text: string, size: number) {
  const found = [];
  for await (const lines of splitLines(inChunks(text, size), 0)) found.push(...lines);
  return found.map(({ bytes, line, byte }) => [bytes.toString('utf8'), line, byte] as const);
}

describe('splitting lines', () => {
  it('[R-MIG-05] gives the same lines for any chunks', async () => {
    const lines = fc.array(fc.stringMatching(/^[^\r\n]*$/u));
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 1, max: 20 }), async (texts, size) => {
        const found = await split(texts.map((text) => `${text}\n`).join(''), size);
        expect(found.map(([text]) => text)).toEqual(texts.map((text) => Buffer.from(text).toString('utf8')));
      }),
      { seed: SEED },
    );
  });

  it('[R-MIG-05] reads a lone carriage return as a character and counts the bytes of both line ends', async () => {
    for (const size of [1, 2, 100]) {
      expect(await split('a\rb\r\nc\n\nd', size)).toEqual([
        ['a\rb', 1, 0],
        ['c', 2, 5],
        ['', 3, 7],
        ['d', 4, 8],
      ]);
    }
  });
});
