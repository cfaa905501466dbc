import { expect, test } from 'vitest';
import { diffContent } from './diff-content.ts';
import { toFieldName, toPathName } from './field-name.ts';

const entry = (value: string) => ({ value, label: '', description: '' });

test('[HI4] metadata of a document is not a change', () => {
  const before = { FBUID: 'a', writeId: '1', sync: { sequence: 1 }, productName: 'Scout' };
  expect(diffContent(before, { ...before, writeId: '2', sync: { sequence: 2 } })).toEqual([]);
});

test('[HI4] a changed field has both values, an added or removed field only one', () => {
  const changes = diffContent({ name: 'Scout', old: 1 }, { name: 'Scout Trainer', fresh: true });
  expect(changes).toEqual([
    { path: ['name'], was: 'Scout', is: 'Scout Trainer' },
    { path: ['fresh'], was: undefined, is: true },
    { path: ['old'], was: 1, is: undefined },
  ]);
});

test('[HI4] a change within a list entry names only the changed part', () => {
  const before = { productPrices: [entry('100.00'), entry('200.00')] };
  const after = { productPrices: [entry('100.00'), entry('210.00')] };
  expect(diffContent(before, after)).toEqual([
    { path: ['productPrices', 1, 'value'], was: '200.00', is: '210.00' },
  ]);
});

test('[HI4] an entry inserted into or removed from the middle of a list is one change', () => {
  const long = { list: [entry('a'), entry('b'), entry('c')] };
  const short = { list: [entry('a'), entry('c')] };
  expect(diffContent(short, long)).toEqual([{ path: ['list', 1], was: undefined, is: entry('b') }]);
  expect(diffContent(long, short)).toEqual([{ path: ['list', 1], was: entry('b'), is: undefined }]);
});

test('[HI4] entries with unique names are compared by name, at any position', () => {
  const part = (name: string, quantity: number) => ({ name, quantity });
  const before = { parts: [part('Motor', 12), part('Goggles', 1)] };
  const after = { parts: [part('LiDAR', 1), part('Motor', 12), part('Goggles', 8)] };
  expect(diffContent(before, after)).toEqual([
    { path: ['parts', 'LiDAR'], was: undefined, is: part('LiDAR', 1) },
    { path: ['parts', 'Goggles', 'quantity'], was: 1, is: 8 },
  ]);
  expect(diffContent(before, { parts: before.parts.toReversed() })).not.toEqual([]);
});

test.each([
  [['selectedComponents', 'FPV Goggles', 'quantity'], 'Selected components, FPV Goggles, quantity'],
  [['contactName'], 'Contact name'],
  [['productPrices', 0, 'value'], 'Product prices 1, value'],
  [['STUPID'], 'Payment product'],
])('[HI4] the path %j is shown as "%s"', (path, name) => {
  expect(toPathName(path)).toBe(name);
});

test('[R-SYN-02] a stored field name is shown as words', () => {
  expect(toFieldName('profileDateOfBirth')).toBe('Profile date of birth');
});
