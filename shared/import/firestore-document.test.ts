import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromFirestoreDocument, isFirestoreDocument, toFirestoreDocument } from './firestore-document.ts';
import { FirestoreMistake } from './firestore-value.ts';

const NAME = 'projects/p/databases/(default)/documents/theatres/t1';

function mistakeOf(fields: unknown): Pick<FirestoreMistake, 'path' | 'code'> | undefined {
  try {
    fromFirestoreDocument({ name: NAME, fields });
    return undefined;
  } catch (error) {
    if (error instanceof FirestoreMistake) return { path: error.path, code: error.code };
    throw error;
  }
}

describe('documents as Firestore writes them', () => {
  it('[R-MIG-04] [R-MIG-05] any document comes back as it was, the order of its fields too', () => {
    const objects = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ noUnicodeString: false }));
    fc.assert(
      fc.property(objects, (fields) => {
        const document = JSON.parse(JSON.stringify({ FBUID: 'a', ...fields })) as Record<string, unknown>;
        const written = JSON.parse(JSON.stringify(toFirestoreDocument('notes', document))) as Record<
          string,
          unknown
        >;
        expect(isFirestoreDocument(written)).toBe(true);
        expect(JSON.stringify(fromFirestoreDocument(written))).toBe(JSON.stringify(document));
      }),
    );
  });

  it('[R-MIG-04] names the type of each value', () => {
    expect(
      toFirestoreDocument('a', { FBUID: 'x', n: 1, d: 1.5, b: true, z: null, l: [], m: { k: 'v' } }),
    ).toEqual({
      name: 'projects/nankeen/databases/(default)/documents/a/x',
      fields: {
        FBUID: { stringValue: 'x' },
        n: { integerValue: '1' },
        d: { doubleValue: 1.5 },
        b: { booleanValue: true },
        z: { nullValue: null },
        l: { arrayValue: {} },
        m: { mapValue: { fields: { k: { stringValue: 'v' } } } },
      },
    });
  });

  it('[R-MIG-05] reads what only Firestore has: times, references, bytes and places', () => {
    const fields = {
      at: { timestampValue: '2026-01-02T03:04:05Z' },
      of: { referenceValue: 'projects/p/databases/(default)/documents/a/b' },
      raw: { bytesValue: 'AAE=' },
      place: { geoPointValue: { latitude: -33.8, longitude: 151.2 } },
    };
    expect(fromFirestoreDocument({ name: NAME, fields, updateTime: '2026-01-02T03:04:05Z' })).toEqual({
      FBUID: 't1',
      at: '2026-01-02T03:04:05Z',
      of: 'projects/p/databases/(default)/documents/a/b',
      raw: 'AAE=',
      place: { latitude: -33.8, longitude: 151.2 },
    });
  });

  it.each([
    ['a whole number that is too large', { a: { integerValue: '9007199254740993' } }, 'a', 'inexact-number'],
    [
      'a number that is none',
      { a: { arrayValue: { values: [{ doubleValue: 'NaN' }] } } },
      'a[0]',
      'inexact-number',
    ],
    [
      'a value of two types',
      { a: { mapValue: { fields: { b: { stringValue: '', nullValue: null } } } } },
      'a.b',
      'invalid-firestore',
    ],
    ['an unknown type', { a: { constructor: 'x' } }, 'a', 'invalid-firestore'],
    ['a plain value', { a: 1 }, 'a', 'invalid-firestore'],
    ['fields that are a list', [], '', 'invalid-firestore'],
  ])('[R-MIG-05] refuses %s, at its path', (_name, fields, path, code) => {
    expect(mistakeOf(fields)).toEqual({ path, code });
  });

  it('[R-MIG-05] a text that nests a thousand deep is refused without an overflow', () => {
    let value: object = { stringValue: '' };
    for (let depth = 0; depth < 1_000; depth += 1) value = { mapValue: { fields: { a: value } } };
    expect(mistakeOf({ a: value })).toMatchObject({ code: 'too-deep' });
  });

  it.each([
    { name: 'Recon', fields: {} },
    { name: NAME, fields: {}, price: 1 },
    { name: 'projects/p/databases/d/documents/odd', fields: {} },
  ])('[R-MIG-05] takes %j for a plain document', (value) => {
    expect(isFirestoreDocument(value)).toBe(false);
  });
});
