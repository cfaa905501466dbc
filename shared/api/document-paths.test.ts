import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  readSegment,
  toEnquiryPath,
  toHistoryPath,
  toNewEnquiryPath,
  toProductPath,
} from '#shared/api/document-paths.ts';
import { isPage, toPagePattern } from '#shared/api/pages.ts';
import { SEED } from '../../tests/support/seed.ts';

const AWKWARD = [
  'a/b',
  '/',
  'a?b',
  'a#b',
  '100%',
  'a%2Fb',
  '%',
  'a b',
  ' ',
  'Ä',
  '鳥🚁',
  "'",
  '"',
  '\\',
  '..a',
  '4.5',
];

it.each(AWKWARD)('[R-RTE-10] the id %j is one path segment and survives a round trip', (id) => {
  for (const [path, place, pattern] of [
    [toProductPath(id), 1, '/product/:productFBUID'],
    [toEnquiryPath(id), 1, '/contact/:contactFBUID'],
    [toHistoryPath('products', id), 2, '/history/:collection/:id'],
  ] as const) {
    const { pathname, search, hash } = new URL(path, 'https://shop.example');
    expect([search, hash]).toEqual(['', '']);
    expect(readSegment(pathname, place)).toBe(id);
    expect(toPagePattern(pathname)).toBe(pattern);
  }
});

it('[R-RTE-10] every id survives a round trip, whatever follows it in the path', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (id) => {
      fc.pre(id !== '.' && id !== '..');
      const { pathname } = new URL(toProductPath(id, '/update'), 'https://shop.example');
      expect([readSegment(pathname, 0), readSegment(pathname, 1), readSegment(pathname, 2)]).toEqual([
        'product',
        id,
        'update',
      ]);
      expect(isPage(toProductPath(id))).toBe(true);
    }),
    { seed: SEED },
  );
});

it('[R-RTE-10] malformed paths are read without an error: lone surrogates, partial escapes, missing segments', () => {
  expect(readSegment(toProductPath('a\ud800b'), 1)).toBe('a\ufffdb');
  expect(readSegment('/product/100%', 1)).toBe('100%');
  expect(readSegment('/product/%E0%A4', 1)).toBe('%E0%A4');
  expect(readSegment('/product', 1)).toBe('');
});

it.each(AWKWARD)('[R-CON-03] the subject of an enquiry, such as %j, survives a round trip', (about) => {
  const { pathname, searchParams } = new URL(toNewEnquiryPath(about), 'https://shop.example');
  expect([pathname, searchParams.get('about')]).toEqual(['/contact', about]);
});
