import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareCodePoints } from '#shared/kernel/code-points.ts';
import { SEED } from '../../tests/support/seed.ts';

it('[R-MIG-01] texts sort in the order of their UTF-8 bytes, supplementary characters too', () => {
  const encoder = new TextEncoder();
  const compareBytes = (a: string, b: string) => {
    const [one, other] = [encoder.encode(a), encoder.encode(b)];
    const index = one.findIndex((byte, place) => byte !== other[place]);
    if (index === -1 || index >= other.length) return one.length - other.length;
    return (one[index] ?? 0) - (other[index] ?? 0);
  };
  const text = fc.string({ unit: fc.constantFrom('a', '\uffff', '\ue000', '🚁', '𝒳', 'é'), maxLength: 4 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(compareBytes(a, b)));
    }),
    { seed: SEED },
  );
  expect(compareCodePoints('\uffff', '🚁')).toBeLessThan(0);
});
