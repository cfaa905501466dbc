import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRules, findFieldNameBreach } from '#shared/documents/document-rules.ts';
import { toFieldPath } from '#shared/documents/field-path.ts';
import { SEED } from '../../tests/support/seed.ts';

/** An object with this many levels: 1 is `{}`. */
function nest(levels: number): object {
  return levels === 1 ? {} : { deeper: nest(levels - 1) };
}

const POINT = { type: 'Point' };

/** Rule and path of every breach. */
const breachesOf = (document: unknown) =>
  checkRules(document).breaches.map(({ code, keys }) => [code, toFieldPath(keys)]);
const messagesOf = (document: unknown) => checkRules(document).breaches.map(({ message }) => message);

describe('document rules', () => {
  it.each([
    ['R-DOC-01', { '': 1 }, 'empty-field-name', ''],
    ['R-DOC-01', { a: [{ '': 1 }] }, 'empty-field-name', 'a[0].'],
    ['R-DOC-02', { __a__: 1 }, 'reserved-field-name', '__a__'],
    ['R-DOC-02', { '__a\nb__': 1 }, 'reserved-field-name', '__a\nb__'],
    ['R-DOC-02', { ____: 1 }, 'reserved-field-name', '____'],
    ['R-DOC-02', { ___: 1 }, 'reserved-field-name', '___'],
    ['R-DOC-02', { __: 1 }, 'reserved-field-name', '__'],
    ['R-DOC-02', JSON.parse('{"a":{"__proto__":1}}'), 'reserved-field-name', 'a.__proto__'],
    ['R-DOC-03', { 'a~': 1 }, 'forbidden-character', 'a~'],
    ['R-DOC-03', { 'a*b': 1 }, 'forbidden-character', 'a*b'],
    ['R-DOC-03', { '/': 1 }, 'forbidden-character', '/'],
    ['R-DOC-03', { 'a[': 1 }, 'forbidden-character', 'a['],
    ['R-DOC-03', { a: { 'b]': 1 } }, 'forbidden-character', 'a.b]'],
    ['R-DOC-04', { latitude: 90.1, longitude: 0 }, 'latitude-out-of-range', 'latitude'],
    ['R-DOC-04', { at: { latitude: 0, longitude: -180.1 } }, 'longitude-out-of-range', 'at.longitude'],
    ['R-DOC-04', { g: { ...POINT, coordinates: [181, 0] } }, 'longitude-out-of-range', 'g.coordinates[0]'],
    ['R-DOC-04', { g: { ...POINT, coordinates: [91, -91] } }, 'latitude-out-of-range', 'g.coordinates[1]'],
    ['R-DOC-05', { a: [1, [2]] }, 'nested-array', 'a[1]'],
    ['R-DOC-05', { a: [{ b: [[]] }] }, 'nested-array', 'a[0].b[0]'],
    ['PU5', nest(21), 'too-deep', Array.from({ length: 20 }, () => 'deeper').join('.')],
    ['PU5', { a: Number.NaN }, 'not-a-number', 'a'],
    ['PU5', { a: [-Infinity] }, 'not-a-number', 'a[0]'],
    ['PU5', { a: '\ud83d' }, 'lone-surrogate', 'a'],
    ['PU5', { 'b\udc00': 1 }, 'lone-surrogate', 'b\ufffd'],
    ['PU5', { a: undefined }, 'not-json', 'a'],
    ['PU5', { a: () => 1 }, 'not-json', 'a'],
    ['PU5', { a: new Date(0) }, 'not-json', 'a'],
    ['PU5', { a: new Map() }, 'not-json', 'a'],
    ['PU5', [], 'not-an-object', ''],
    ['PU5', null, 'not-an-object', ''],
    ['PU5', 'text', 'not-an-object', ''],
  ] as const)('[%s] %j breaks one rule, %s at %j', (_id, document: unknown, rule, path) => {
    expect(breachesOf(document)).toEqual([[rule, path]]);
  });

  it('[R-DOC-01] [R-DOC-03] [R-DOC-04] [R-DOC-05] every breach is listed, in field order', () => {
    const place = { latitude: 95, longitude: 500 };
    const geo = { ...POINT, coordinates: [181, -91] };
    expect(breachesOf({ 'a/b': { __c__: '\ud83d' }, c: [[1], ['\udc00']], place, '': 2, geo })).toEqual([
      ['forbidden-character', 'a/b'],
      ['reserved-field-name', 'a/b.__c__'],
      ['lone-surrogate', 'a/b.__c__'],
      ['nested-array', 'c[0]'],
      ['nested-array', 'c[1]'],
      ['lone-surrogate', 'c[1][0]'],
      ['latitude-out-of-range', 'place.latitude'],
      ['longitude-out-of-range', 'place.longitude'],
      ['empty-field-name', ''],
      ['longitude-out-of-range', 'geo.coordinates[0]'],
      ['latitude-out-of-range', 'geo.coordinates[1]'],
    ]);
  });

  it('[PU5] at most 100 breaches are listed', () => {
    expect(breachesOf({ a: Array.from({ length: 200 }, () => []) })).toHaveLength(100);
  });

  it.each([
    ['PU5', [1], 'A document must be an object; this is of type Array.'],
    ['R-DOC-01', { '': 1 }, 'This field has an empty name.'],
    ['R-DOC-02', { __a__: 1 }, 'The field name "__a__" starts and ends with two underscores.'],
    ['R-DOC-03', { 'a/b[': 1 }, 'The field name "a/b[" contains /, which is not allowed.'],
    [
      'R-DOC-03',
      { ['a'.repeat(81) + '*']: 1 },
      `The field name "${'a'.repeat(80)}…" contains *, which is not allowed.`,
    ],
    ['R-DOC-04', { latitude: 95, longitude: 0 }, 'The latitude is 95; it must be between -90 and 90.'],
    [
      'R-DOC-04',
      { latitude: 0, longitude: -180.5 },
      'The longitude is -180.5; it must be between -180 and 180.',
    ],
    ['R-DOC-05', { a: [[]] }, 'This array is directly inside another array; put it into an object.'],
    ['PU5', nest(21), 'This is at level 21; objects and arrays nest at most 20 deep.'],
    ['PU5', { a: Infinity }, 'This number is Infinity; it must be finite.'],
    ['PU5', { a: '🚁b\ud83d' }, 'This text holds half of a character pair (a lone surrogate) at position 3.'],
    [
      'PU5',
      { 'b\udc00': 1 },
      String.raw`The field name "b\udc00" holds half of a character pair (a lone surrogate) at position 2.`,
    ],
    [
      'PU5',
      { a: new Date(0) },
      "A value of type Date can't be stored; text, numbers, true, false, null, objects and arrays can.",
    ],
  ])('[%s] the error message for %j contains its value', (_id, document, message) => {
    expect(messagesOf(document)).toEqual([message]);
  });

  it.each([
    ['R-DOC-02', { __a: 1, a__: 2, _a_: 3, a__b: 4, _: 5 }],
    ['R-DOC-03', { 'a.b': 1, 'ä-ö $@`': 2, 日本: 3, '🚁': 4 }],
    ['R-DOC-04', { latitude: -90, longitude: 180 }],
    ['R-DOC-04', { latitude: 'north', longitude: 999 }],
    ['R-DOC-04', { latitude: 999 }],
    ['R-DOC-04', { ...POINT, coordinates: [180, -90, 12_000] }],
    ['R-DOC-05', { a: [{ b: [1] }, { b: [] }] }],
    ['PU5', nest(20)],
    ['PU5', Object.assign(Object.create(null), { a: null })],
  ] as const)('[%s] nothing is said against %j', (_id, document: object) => {
    expect(breachesOf(document)).toEqual([]);
  });
});

const legalName = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  .filter((name) => !/[~*/[\]]/.test(name) && !(name.startsWith('__') && name.endsWith('__')));
const scalar = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const { object: legalDocument } = fc.letrec<{
  object: Record<string, unknown>;
  list: unknown[];
  value: unknown;
}>((tie) => ({
  object: fc.dictionary(legalName, tie('value'), { maxKeys: 4 }),
  list: fc.array(fc.oneof({ depthSize: 'small' }, scalar, tie('object')), { maxLength: 4 }),
  value: fc.oneof({ depthSize: 'small', maxDepth: 6 }, scalar, tie('object'), tie('list')),
}));

describe('rules on any document', () => {
  it('[R-DOC-01] [R-DOC-02] [R-DOC-03] [R-DOC-05] a valid document passes, and its size is not underestimated', () => {
    fc.assert(
      fc.property(legalDocument, (document) => {
        const { breaches, maxBytes } = checkRules(document);
        expect(breaches).toEqual([]);
        expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThanOrEqual(maxBytes);
      }),
      { seed: SEED },
    );
  });

  it('[R-DOC-01] [R-DOC-02] [R-DOC-03] one illegal field name is found at any depth', () => {
    const illegalName = fc.oneof(
      fc.constant(''),
      fc.string({ maxLength: 5 }).map((name) => `__${name}__`),
      fc.tuple(legalName, fc.constantFrom(...'~*/[]')).map(([name, character]) => `${name}${character}`),
    );
    const depth = fc.integer({ min: 0, max: 8 });
    fc.assert(
      fc.property(legalDocument, illegalName, depth, fc.boolean(), (document, name, levels, isListed) => {
        let hidden: object = { [name]: null };
        for (let level = 0; level < levels; level++) hidden = { a: isListed ? [hidden] : hidden };
        const rule = findFieldNameBreach(name);
        expect(rule).toBeDefined();
        expect(breachesOf({ ...document, ...hidden }).map(([found]) => found)).toEqual([rule]);
      }),
      { seed: SEED },
    );
  });

  it('[R-DOC-04] coordinates are refused exactly outside -90..90 and -180..180, in both notations', () => {
    const degrees = fc.double({ min: -400, max: 400, noNaN: true });
    fc.assert(
      fc.property(degrees, degrees, (latitude, longitude) => {
        const isPlace = latitude >= -90 && latitude <= 90 && longitude >= -180 && longitude <= 180;
        expect(breachesOf({ at: { latitude, longitude } }).length === 0).toBe(isPlace);
        expect(breachesOf({ ...POINT, coordinates: [longitude, latitude] }).length === 0).toBe(isPlace);
      }),
      { seed: SEED },
    );
  });
});
