import { expect, test } from 'vitest';
import { toSampleChanges } from './sample-changes.ts';

const changes = (before: Record<string, unknown> | null, after: Record<string, unknown> | null) =>
  toSampleChanges({ id: 'a', action: 'replace', before, after });

test('[R-MIG-06] a value that moved to another name is a rename; other differences show both values', () => {
  expect(
    changes(
      { FBUID: 'a', lines: [{ price: 4, unit: 'm' }], note: 'old' },
      { FBUID: 'a', lines: [{ cost: 4, unit: 'm' }], note: 'new' },
    ),
  ).toEqual([
    { path: 'lines[0].price', to: 'cost' },
    { path: 'note', was: 'old', is: 'new' },
  ]);
});

test('[R-MIG-06] two fields with the same value are renamed to two different fields', () => {
  expect(changes({ a: 1, b: 1 }, { c: 1, d: 1 })).toEqual([
    { path: 'a', to: 'c' },
    { path: 'b', to: 'd' },
  ]);
});

test('[R-MIG-03] a created or deleted document shows all its fields, with long values shortened', () => {
  expect(changes(null, { title: 'x'.repeat(400) })).toEqual([{ path: 'title', is: `${'x'.repeat(300)}…` }]);
  expect(changes({ size: { w: 1 } }, null)).toEqual([{ path: 'size', was: '{"w":1}' }]);
});
