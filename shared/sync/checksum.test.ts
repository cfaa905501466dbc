import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEED } from '../../tests/support/seed.ts';
import { toChecksum } from './checksum.ts';

const state = fc.record({ id: fc.string({ unit: 'grapheme' }), writeId: fc.string() });

test('[CL10] no documents have count 0 and digest 0', () => {
  expect(toChecksum([])).toEqual({ count: 0, digest: 0 });
});

test('[CL10] the digest of given states never changes, so both sides compute the same', () => {
  const states = [
    { id: 'recon-vtol', writeId: 'w1' },
    { id: '中', writeId: '😀' },
  ];
  expect(toChecksum(states)).toEqual({ count: 2, digest: 7043324571003866 });
});

test(`[CL10] the order of the documents does not matter (seed ${SEED})`, () => {
  fc.assert(
    fc.property(fc.array(state, { maxLength: 50 }), fc.integer(), (states, salt) => {
      const shuffled = states.toSorted((a, b) => ((a.id.length * salt) % 7) - ((b.id.length * salt) % 7));
      expect(toChecksum(shuffled.toReversed())).toEqual(toChecksum(states));
    }),
    { seed: SEED },
  );
});

test(`[CL10] a missing or different state changes the digest, which stays a safe integer (seed ${SEED})`, () => {
  fc.assert(
    fc.property(fc.array(state, { minLength: 1, maxLength: 50 }), (states) => {
      const { digest } = toChecksum(states);
      expect(Number.isSafeInteger(digest)).toBe(true);
      expect(toChecksum(states.slice(1)).digest).not.toBe(digest);
      const [first = { id: '', writeId: '' }, ...rest] = states;
      const other = { ...first, writeId: `${first.writeId}.` };
      expect(toChecksum([other, ...rest]).digest).not.toBe(digest);
    }),
    { seed: SEED },
  );
});

test('[CL10] 200,000 states with similar names have distinct hashes', () => {
  const digests = new Set<number>();
  for (let index = 0; index < 200_000; index++) {
    digests.add(toChecksum([{ id: `p${index % 1000}`, writeId: `w${index}` }]).digest);
  }
  expect(digests.size).toBe(200_000);
});
