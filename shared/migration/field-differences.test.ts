import { describe, expect, it } from 'vitest';
import { findFieldDifferences } from './field-differences.ts';

describe('fields that differ between two states of a document', () => {
  it('[R-MIG-06] are found at every depth, a renamed one as removed and added', () => {
    const before = { id: 'a', title: 'A', place: { lat: 1, lng: 2 }, tags: ['x', 'y'], same: [{ a: 1 }] };
    const after = { id: 'a', name: 'A', place: { lat: 1, lng: 3 }, tags: ['x'], same: [{ a: 1 }] };
    expect(findFieldDifferences(before, after)).toEqual([
      { path: 'title', before: 'A' },
      { path: 'name', after: 'A' },
      { path: 'place.lng', before: 2, after: 3 },
      { path: 'tags[1]', before: 'y' },
    ]);
  });

  it('[R-MIG-06] are whole values if the kind of container differs', () => {
    expect(findFieldDifferences({ a: { b: 1 }, c: null }, { a: [1], c: {} })).toEqual([
      { path: 'a', before: { b: 1 }, after: [1] },
      { path: 'c', before: null, after: {} },
    ]);
  });

  it('[R-MIG-03] are all fields of a created or deleted document', () => {
    expect(findFieldDifferences(null, { a: 1 })).toEqual([{ path: 'a', after: 1 }]);
    expect(findFieldDifferences({ a: 1 }, null)).toEqual([{ path: 'a', before: 1 }]);
  });

  it('[R-MIG-06] have unambiguous paths, whatever the names', () => {
    const before = JSON.parse('{"a.b":1,"__proto__":{"constructor":1}}') as Record<string, unknown>;
    const after = JSON.parse('{"a.b":2,"__proto__":{"constructor":2}}') as Record<string, unknown>;
    expect(findFieldDifferences(before, after).map(({ path }) => path)).toEqual([
      String.raw`a\.b`,
      '__proto__.constructor',
    ]);
  });
});
