import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [41_943_040, '41.9 MB'],
  [2_147_483_648, '2.1 GB'],
  [512_000_000_000, '512 GB'],
])('[R-SYN-01] %i bytes are shown as "%s"', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
