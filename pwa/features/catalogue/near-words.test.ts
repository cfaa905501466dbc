import { expect, test } from 'vitest';
import { isNearlyIn } from './near-words.ts';

test.each([
  ['battry', 'a letter missing'],
  ['batttery', 'one too many'],
  ['betteries', 'a wrong one'],
  ['btateries', 'two swapped'],
  ['vatte', 'the first one wrong, the word unfinished'],
  ['pakcs', 'two swapped at its end'],
  ['pakc', 'a short word, two swapped'],
])('[R-LST-06] "%s" is nearly in a text with batteries: %s', (word) => {
  expect(isNearlyIn(word, 'packs and batteries, a battery pack')).toBe(true);
});

test.each([
  ['btry', 'two letters missing'],
  ['bax', 'a short word'],
  ['pcak', 'two slips in the beginning of a word'],
  ['terie', 'the middle of a word'],
  ['bett', 'the beginning of a word, too short'],
])('[R-LST-06] "%s" is not: %s', (word) => {
  expect(isNearlyIn(word, 'paste and batteries')).toBe(false);
});
