import { expect, test } from 'vitest';
import { toCountryInSentence, toCountryName } from './country-names.ts';

test.each([
  ['AU', 'Australia'],
  ['NZ', 'New Zealand'],
  ['GB', 'the United Kingdom'],
  ['US', 'the United States'],
  ['AE', 'the United Arab Emirates'],
  ['NL', 'the Netherlands'],
  ['PH', 'the Philippines'],
  ['SB', 'the Solomon Islands'],
  ['DO', 'the Dominican Republic'],
  ['UA', 'Ukraine'],
])('[R-LEG-04] %s is called %s in a sentence', (code, name) => {
  expect(toCountryInSentence(code)).toBe(name);
});

test('[R-LEG-04] an address has the name without an article', () => {
  expect(toCountryName('US')).toBe('United States');
});

test('[R-LEG-04] what is no code of a country is shown as it is', () => {
  expect(['', 'Elbonia', 'ZZZ'].map(toCountryName)).toEqual(['', 'Elbonia', 'ZZZ']);
});
