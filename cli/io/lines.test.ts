import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLines } from './lines.ts';

async function* inChunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

describe('splitting lines', () => {
  it('[R-MIG-04] yields the same lines wherever the chunks end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.stringMatching(/^[^\n]*$/)),
        fc.stringMatching(/^[^\n]*$/),
        fc.integer({ min: 1, max: 20 }),
        async (lines, rest, size) => {
          const text = lines.map((line) => `${line}\n`).join('') + rest;
          const found: string[] = [];
          for await (const line of splitLines(inChunks(text, size))) found.push(line.toString('utf8'));
          expect(found).toEqual(
            [...lines, ...(rest === '' ? [] : [rest])].map((line) => Buffer.from(line).toString('utf8')),
          );
        },
      ),
    );
  });
});
