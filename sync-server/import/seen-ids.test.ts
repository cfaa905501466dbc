import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeenIds } from './seen-ids.ts';

describe('the ids of an input', () => {
  it('[R-MIG-05] behaves like a map of all ids', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('a', 'b', '😀', '__proto__'))), (ids) => {
        const seen = createSeenIds();
        const lines = new Map<string, number>();
        for (const [index, id] of ids.entries()) {
          expect(seen.add(id, index + 1)).toBe(lines.get(id));
          if (!lines.has(id)) lines.set(id, index + 1);
        }
      }),
    );
  });

  it('[R-MIG-05] reports none of 300,000 distinct ids as a duplicate, and each repeated one with its first line', () => {
    const seen = createSeenIds();
    const ids = Array.from({ length: 300_000 }, (_, index) => `document-${index}`);
    expect(ids.filter((id, index) => seen.add(id, index + 1) !== undefined)).toEqual([]);
    expect(ids.filter((id, index) => seen.add(id, 1) !== index + 1)).toEqual([]);
  });
});
