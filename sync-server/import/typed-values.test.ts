import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFirestoreDocument } from '#shared/import/firestore-document.ts';
import { readImport, toLines } from '../../tests/support/read-import.ts';
import { SEED } from '../../tests/support/seed.ts';
import { ImportNotes } from './import-notes.ts';
import { FirestoreMistake, isFirestoreDocument, readFirestoreDocument } from './firestore-value.ts';

const NAME = 'projects/p/databases/(default)/documents/theatres/t1';

describe('Firestore documents', () => {
  it('[R-MIG-04] [R-MIG-05] any document round-trips unchanged, including the order of its fields', () => {
    const objects = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ noUnicodeString: false }));
    fc.assert(
      fc.property(objects, (fields) => {
        const document = JSON.parse(JSON.stringify({ FBUID: 'a', ...fields })) as Record<string, unknown>;
        const written = JSON.parse(JSON.stringify(toFirestoreDocument('notes', document))) as Record<
          string,
          unknown
        >;
        expect(isFirestoreDocument(written)).toBe(true);
        expect(JSON.stringify(readFirestoreDocument(written, new ImportNotes()))).toBe(
          JSON.stringify(document),
        );
      }),
      { seed: SEED },
    );
  });

  it('[R-MIG-05] timestamps, references, bytes and whole doubles lose their type, and a notice counts them', async () => {
    const fields = {
      at: { timestampValue: '2026-01-02T03:04:05Z' },
      of: { referenceValue: 'projects/p/databases/(default)/documents/a/b' },
      raw: { bytesValue: 'AAE=' },
      place: { geoPointValue: { latitude: -33.8, longitude: 151.2 } },
      sizes: { arrayValue: { values: [{ doubleValue: 2 }, { doubleValue: 2.5 }, { integerValue: '3' }] } },
    };
    const { documents, notices } = await readImport(toLines([{ name: NAME, fields, updateTime: 'x' }]));
    expect(documents).toEqual([
      {
        FBUID: 't1',
        at: '2026-01-02T03:04:05Z',
        of: 'projects/p/databases/(default)/documents/a/b',
        raw: 'AAE=',
        place: { latitude: -33.8, longitude: 151.2 },
        sizes: [2, 2.5, 3],
      },
    ]);
    expect(notices).toEqual([
      "Firestore's types became plain values: 1 timestamps as text, 1 references as text, 1 byte values as base64 text, 1 whole doubles as integers.",
    ]);
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
  ])('[R-MIG-05] rejects %s with its path', async (_name, fields, path, code) => {
    const { problems } = await readImport(toLines([{ name: NAME, fields }]));
    expect(problems).toMatchObject([{ code, path, line: 1 }]);
  });

  it('[R-MIG-05] a value nested a thousand levels deep is rejected without a stack overflow', () => {
    let value: object = { stringValue: '' };
    for (let depth = 0; depth < 1_000; depth += 1) value = { mapValue: { fields: { a: value } } };
    expect(() => readFirestoreDocument({ name: NAME, fields: { a: value } }, new ImportNotes())).toThrow(
      FirestoreMistake,
    );
  });

  it.each([
    { name: 'Recon', fields: {} },
    { name: NAME, fields: {}, price: 1 },
    { name: 'projects/p/databases/d/documents/odd', fields: {} },
  ])('[R-MIG-05] reads %j as a plain document', (value) => expect(isFirestoreDocument(value)).toBe(false));

  it('[R-MIG-05] a query result without a document is left out', async () => {
    const name = NAME;
    const { documents, leftOut } = await readImport(
      JSON.stringify([{ readTime: 'x' }, { readTime: 'x', document: { name } }]),
    );
    expect([documents, leftOut]).toEqual([[{ FBUID: 't1' }], { 'query results without a document': 1 }]);
    expect((await readImport('{"readTime":"x","text":"y","FBUID":"a"}')).ids).toEqual(['a']);
  });
});

describe('documents in MongoDB’s Extended JSON', () => {
  it('[R-MIG-05] become plain documents, and a notice counts the values that lost their type', async () => {
    const { documents, notices } = await readImport(
      toLines([
        {
          _id: { $oid: '59a47286cfa9a3a73e51e72c' },
          theaterId: { $numberInt: '1000' },
          seats: [{ $numberLong: '12' }, { $numberLong: '9007199254740993' }],
          geo: {
            type: 'Point',
            coordinates: [{ $numberDouble: '-93.24565' }, { $numberDouble: '44.85466' }],
          },
          opened: { $date: { $numberLong: '1500000000000' } },
          closed: { $date: '2020-01-02T03:04:05Z' },
          price: { $numberDecimal: '9.990' },
          code: { $binary: { base64: 'AAE=', subType: '00' } },
        },
      ]),
    );
    expect(documents).toEqual([
      {
        FBUID: '59a47286cfa9a3a73e51e72c',
        _id: '59a47286cfa9a3a73e51e72c',
        theaterId: 1000,
        seats: [12, '9007199254740993'],
        geo: { type: 'Point', coordinates: [-93.24565, 44.85466] },
        opened: '2017-07-14T02:40:00.000Z',
        closed: '2020-01-02T03:04:05Z',
        price: '9.990',
        code: 'AAE=',
      },
    ]);
    expect(notices).toEqual([
      "MongoDB's types became plain values: 1 ObjectIds as text, 1 long integers as text, 2 dates as text, 1 decimal numbers as text, 1 binary values as base64 text.",
    ]);
  });

  it('[R-MIG-05] values without a plain form stay objects, and others stay unchanged', async () => {
    const document = {
      FBUID: 'a',
      at: { $timestamp: { t: 1, i: 2 } },
      n: { $numberDouble: 'NaN' },
      price: { $gt: 5 },
      two: { $oid: 'x', more: 1 },
      text: 'costs "$5"',
    };
    const { documents, notices } = await readImport(toLines([document]));
    expect(documents).toEqual([document]);
    expect(notices).toEqual([
      expect.stringMatching(/1 \$timestamp values as objects, 1 \$numberDouble values as objects/),
    ]);
  });

  it('[R-MIG-05] coordinates are validated', async () => {
    const geo = { type: 'Point', coordinates: [{ $numberDouble: '181.5' }, { $numberInt: '44' }] };
    const { problems, rejected } = await readImport(toLines([{ FBUID: 'a', geo }]));
    expect(problems).toMatchObject([{ code: 'longitude-out-of-range', path: 'geo.coordinates[0]' }]);
    expect(rejected[0]?.raw).toContain('$numberDouble');
  });
});
