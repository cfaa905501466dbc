import { expect, test } from 'vitest';
import { isNearlyIn } from './near-words.ts';

test.each([
  ['battry', 'a letter missing'],
  ['batttery', 'one too many'],
  ['betteries', 'a wrong one'],
  ['btateries', 'two swapped'],
  ['vatt', 'the first one wrong, the word unfinished'],
])('[R-LST-06] "%s" is nearly in a text with batteries: %s', (word) => {
  expect(isNearlyIn(word, 'packs and batteries, a battery')).toBe(true);
});

test.each([
  ['btry', 'two letters missing'],
  ['bax', 'a short word'],
  ['pcak', 'two slips in the beginning of a word'],
  ['terie', 'the middle of a word'],
])('[R-LST-06] "%s" is not: %s', (word) => {
  expect(isNearlyIn(word, 'paste and batteries')).toBe(false);
});
