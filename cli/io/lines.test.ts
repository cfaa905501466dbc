import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLines } from './lines.ts';

async function* inChunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

describe('cutting lines', () => {
  it('[R-MIG-05] gives the same lines however the bytes are cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.stringMatching(/^[^\r\n]*$/)),
        fc.integer({ min: 1, max: 20 }),
        async (lines, size) => {
          const text = lines.map((line) => `${line}\n`).join('');
          const found: string[] = [];
          for await (const { bytes } of splitLines(inChunks(text, size))) found.push(bytes.toString('utf8'));
          expect(found).toEqual(
            Buffer.from(lines.join('\n')).toString('utf8').split('\n').slice(0, lines.length),
          );
        },
      ),
    );
  });

  it('[R-MIG-05] takes a lone carriage return for a character and counts bytes of both line ends', async () => {
    const found: unknown[] = [];
    for await (const { bytes, line, byte } of splitLines(inChunks('a\rb\r\nc\n\nd', 2))) {
      found.push([bytes.toString('utf8'), line, byte]);
    }
    expect(found).toEqual([
      ['a\rb', 1, 0],
      ['c', 2, 5],
      ['', 3, 7],
      ['d', 4, 8],
    ]);
  });
});
