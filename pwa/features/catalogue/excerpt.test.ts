import { expect, test } from 'vitest';
import { toExcerpt } from './excerpt.ts';

test.each([
  ['a short text stays', 40, 'a short text stays'],
  ['a longer text ends after a word', 15, 'a longer text…'],
  ['unbroken'.repeat(10), 9, 'unbroken…'],
  ['', 9, ''],
])('[R-LST-01] an excerpt of "%s" fits its length limit', (text, length, excerpt) => {
  expect(toExcerpt(text, length)).toBe(excerpt);
});
