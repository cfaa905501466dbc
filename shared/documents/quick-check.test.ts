import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { COLLECTION_NAMES, COLLECTIONS } from '#shared/collections/catalogue.ts';
import { findRuleBreach } from '#shared/documents/document-rules.ts';
import { createQuickCheck } from '#shared/documents/quick-check.ts';
import { SEED } from '../../tests/support/seed.ts';
import { STORED_DOCUMENTS } from '../../tests/support/stored-documents.ts';

type Path = readonly (string | number)[];

/** Every place of a value, the value itself first. */
function listPaths(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...inner.flatMap(([key, entry]) => listPaths(entry, [...path, key]))];
}

function changeAt(value: unknown, [key, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  copy[key] = changeAt(copy[key], rest, change);
  return copy;
}

const REPLACEMENTS = [
  undefined,
  null,
  true,
  -1,
  0.5,
  1e9,
  Number.NaN,
  Infinity,
  '',
  ' ',
  '\ud800',
  '“\u0007”\u2028😀',
  new Date(0),
  'x'.repeat(30_000),
  '2026-02-30T00:00:00Z',
  [],
  {},
  Array.from({ length: 600 }, () => ({ value: '', label: '', description: '' })),
];

const change = fc.oneof(
  fc.constantFrom(...REPLACEMENTS).map((one) => () => one),
  fc.string().map((name) => (value: unknown) => (value instanceof Object ? { ...value, [name]: 1 } : name)),
  fc.constant((value: unknown) =>
    value instanceof Object ? Object.fromEntries(Object.entries(value).slice(1)) : value,
  ),
);

describe.each(COLLECTION_NAMES)('the quick check of %s', (name) => {
  const { schema } = COLLECTIONS[name];
  const isCertain = createQuickCheck(schema);
  const stored = STORED_DOCUMENTS[name];
  const paths = listPaths(stored);

  it('[PU5] is certain of what is stored', () => {
    expect(isCertain(stored)).toBeLessThan(Infinity);
  });

  it('[PU5] is never certain of anything a rule or the schema refuses, nor of too few bytes, whatever is changed in a document', () => {
    const changes = fc.array(fc.tuple(fc.nat(paths.length - 1), change), { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(changes, (some) => {
        const changed = some.reduce<unknown>((value, [place, how]) => {
          const path = paths[place] ?? [];
          return path.length === 0 || value instanceof Object ? changeAt(value, path, how) : value;
        }, stored);
        const bytes = isCertain(changed);
        if (bytes === Infinity) return;
        expect(v.is(schema, changed)).toBe(true);
        expect(findRuleBreach(changed)).toBeUndefined();
        expect(Buffer.byteLength(JSON.stringify(changed))).toBeLessThanOrEqual(bytes);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});

describe('a schema it knows nothing of', () => {
  it.each([
    ['a kind of value', v.strictObject({ a: v.bigint() }), { a: 1n }],
    ['an action that changes the value', v.strictObject({ a: v.pipe(v.string(), v.trim()) }), { a: 'b' }],
    ['an array in an array', v.strictObject({ a: v.array(v.array(v.string())) }), { a: [[]] }],
    ['a place', v.strictObject({ latitude: v.number() }), { latitude: 91 }],
    ['a name the rules refuse', v.strictObject({ 'a*': v.string() }), { 'a*': '' }],
    ['a field that is missing', v.strictObject({ a: v.optional(v.string()) }), {}],
  ] as const)('[PU5] leaves %s to the schema', (_name, schema, value) => {
    expect(v.is(schema, value)).toBe(true);
    expect(createQuickCheck(schema)(value)).toBe(Infinity);
  });
});
