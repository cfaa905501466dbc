import { describe, expect, it } from 'vitest';
import { createId, createSecret, platformRandom, type RandomBytes } from '#shared/kernel/ids.ts';

/** Bytes of one value; zeros after a first round with a discarded value. */
function constantBytes(value: number): RandomBytes {
  let rounds = 0;
  return (bytes) => void bytes.fill(rounds++ === 0 ? value : 0);
}

describe('ids', () => {
  it.each([createId, createSecret])(
    '[R-ENT-01] an id and a secret are 20 letters or digits, and no two of ten thousand are equal (%s)',
    (create) => {
      const ids = Array.from({ length: 10_000 }, () => create());
      for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{20}$/);
      expect(new Set(ids).size).toBe(ids.length);
    },
  );

  it('[R-ENT-01] later ids sort later, byte by byte, whatever their random part', () => {
    const start = Date.parse('2026-03-02T09:00:00.000Z');
    const times = [0, 61, 62, start - 1, start, start + 1, start + 1000, start + 86_400_000 * 36_500];
    const ids = times.map((now) => createId(platformRandom, now));
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBe(times.length);
  });

  it('[R-ENT-01] each of the 62 characters maps to exactly four byte values; the other bytes are discarded', () => {
    const valuesOf = new Map<string, number>();
    for (let value = 0; value < 248; value++) {
      const [character = '', ...others] = createSecret(constantBytes(value));
      expect(others.every((other) => other === character)).toBe(true);
      valuesOf.set(character, (valuesOf.get(character) ?? 0) + 1);
    }
    expect(valuesOf.size).toBe(62);
    expect(new Set(valuesOf.values())).toEqual(new Set([4]));
    for (let value = 248; value < 256; value++)
      expect(createSecret(constantBytes(value))).toBe('0'.repeat(20));
  });
});
