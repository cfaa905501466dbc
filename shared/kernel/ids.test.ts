import { describe, expect, it } from 'vitest';
import { createId, type RandomBytes } from '#shared/kernel/ids.ts';

/** Bytes of one value; after a first round of a value that is thrown away, zeros. */
function constantBytes(value: number): RandomBytes {
  let rounds = 0;
  return (bytes) => void bytes.fill(rounds++ === 0 ? value : 0);
}

describe('random ids', () => {
  it('[R-ENT-01] an id is 20 letters or digits, and no two of ten thousand are equal', () => {
    const ids = Array.from({ length: 10_000 }, () => createId());
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('[R-ENT-01] each of the 62 characters stands for exactly four byte values, and the rest is thrown away', () => {
    const valuesOf = new Map<string, number>();
    for (let value = 0; value < 248; value++) {
      const [character = '', ...others] = createId(constantBytes(value));
      expect(others.every((other) => other === character)).toBe(true);
      valuesOf.set(character, (valuesOf.get(character) ?? 0) + 1);
    }
    expect(valuesOf.size).toBe(62);
    expect(new Set(valuesOf.values())).toEqual(new Set([4]));
    for (let value = 248; value < 256; value++) expect(createId(constantBytes(value))).toBe('A'.repeat(20));
  });
});
