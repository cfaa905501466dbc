import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  AUTH_TOKEN_SECONDS,
  hashSecret,
  isSameSecret,
  signDeviceToken,
  verifyDeviceToken,
} from './device-tokens.ts';

const NOW = Date.parse('2026-03-02T09:00:00.500Z');
const SECRET = 'a secret';

test('[R-CAL-16] a token names its device and expiry', () => {
  const token = signDeviceToken('ada', NOW, SECRET);
  const expiresAt = Math.floor(NOW / 1000) * 1000 + AUTH_TOKEN_SECONDS * 1000;
  expect(verifyDeviceToken(token, NOW, SECRET)).toEqual({ fid: 'ada', expiresAt });
  expect(verifyDeviceToken(token, expiresAt - 1, SECRET)).toBeDefined();
  expect(verifyDeviceToken(token, expiresAt, SECRET)).toBeUndefined();
});

test('[R-CAL-16] a token of another server is invalid', () => {
  expect(verifyDeviceToken(signDeviceToken('ada', NOW, 'other'), NOW, SECRET)).toBeUndefined();
});

const SEED = Date.now() % 2 ** 31;

test(`[R-CAL-16] a token with any one character changed is invalid (seed ${SEED})`, () => {
  const token = signDeviceToken('ada', NOW, SECRET);
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.string({ minLength: 0, maxLength: 2 }), (at, instead) => {
      const changed = token.slice(0, at) + instead + token.slice(at + 1);
      fc.pre(changed !== token);
      expect(verifyDeviceToken(changed, NOW, SECRET)).toBeUndefined();
    }),
    { seed: SEED, numRuns: 300 },
  );
});

test('[R-CAL-15] secrets are compared in full and stored as hashes', () => {
  expect(isSameSecret('abc', 'abc')).toBe(true);
  for (const other of ['ab', 'abcd', 'abd', '']) expect(isSameSecret('abc', other)).toBe(false);
  expect(hashSecret('abc')).toMatch(/^[0-9a-f]{64}$/);
});
