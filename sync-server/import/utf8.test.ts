import { isUtf8 } from 'node:buffer';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { SEED } from '../../tests/support/seed.ts';
import { countCutBytes, findInvalidByte, markInvalidBytes } from './utf8.ts';

const piece = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom('\ufffd', '\ufeff', '🚁').map((text) => Buffer.from(text)),
);

it('[R-MIG-05] the first byte that is not UTF-8 is found at any offset', () => {
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const bytes = Buffer.concat(pieces);
      const offset = findInvalidByte(bytes);
      expect(isUtf8(bytes.subarray(0, offset))).toBe(true);
      expect(offset === bytes.length).toBe(isUtf8(bytes));
      const marked = markInvalidBytes(bytes);
      expect([isUtf8(marked), marked.length]).toEqual([true, bytes.length]);
      expect(marked.subarray(0, offset)).toEqual(bytes.subarray(0, offset));
    }),
    { seed: SEED, numRuns: 1_000 },
  );
});

it('[R-MIG-05] text truncated anywhere is UTF-8 without the bytes of its last character', () => {
  const bytes = Buffer.from('aé日🚁b');
  for (let length = 0; length <= bytes.length; length += 1) {
    const cut = bytes.subarray(0, length);
    expect(isUtf8(cut.subarray(0, length - countCutBytes(cut)))).toBe(true);
  }
});
