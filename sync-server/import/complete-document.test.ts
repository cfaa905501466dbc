import { describe, expect, it } from 'vitest';
import { readImport, toLines } from '../../tests/support/read-import.ts';
import { STORED_DOCUMENTS } from '../../tests/support/stored-documents.ts';

const read = (document: object, settings: object = {}) => readImport(toLines([document]), settings);
const {
  writeId: _writeId,
  sync: _sync,
  FBUID: _id,
  ...ENQUIRY
} = STORED_DOCUMENTS.contacts as Record<string, unknown>;
const {
  writeId: _writeId2,
  sync: _sync2,
  FBUID: _id2,
  ...PRODUCT
} = STORED_DOCUMENTS.products as Record<string, unknown>;

describe('completing an imported document', () => {
  it('[R-MIG-05] keeps a complete document unchanged, including the order of its fields', async () => {
    const document = { z: 1, FBUID: 'a', createdAt: '2020-01-01T00:00:00Z', b: 2 };
    expect(JSON.stringify((await read(document)).documents)).toBe(JSON.stringify([document]));
  });

  it.each([
    ['id', { a: 1, id: 7 }, { FBUID: '7', a: 1, id: 7 }],
    ['_id', { _id: 'x', a: 1 }, { FBUID: 'x', _id: 'x', a: 1 }],
    ['_id of MongoDB', { _id: { $oid: '5a' } }, { FBUID: '5a', _id: '5a' }],
    ['id before _id', { _id: 1, id: 2 }, { FBUID: '2', _id: 1, id: 2 }],
    ['_id where id can’t be one', { _id: 1, id: 1.5 }, { FBUID: '1', _id: 1, id: 1.5 }],
    ['FBUID before all', { id: 1, FBUID: 'f' }, { id: 1, FBUID: 'f' }],
  ])('[R-MIG-05] takes the id from %s, which keeps its value', async (_from, document, expected) => {
    const { documents, notices } = await read(document);
    expect(JSON.stringify(documents)).toBe(JSON.stringify([expected]));
    expect(notices.filter((notice) => !notice.startsWith('MongoDB'))).toEqual([]);
  });

  it('[R-MIG-05] in a collection with a schema, id becomes FBUID with a notice', async () => {
    const text = toLines([
      { ...ENQUIRY, id: 7 },
      { ...ENQUIRY, id: 8 },
      { ...ENQUIRY, _id: 'x' },
    ]);
    const { documents, notices, problems } = await readImport(text, { collection: 'contacts' });
    expect(problems).toEqual([]);
    expect(documents.map((document) => [document['FBUID'], 'id' in document || '_id' in document])).toEqual([
      ['7', false],
      ['8', false],
      ['x', false],
    ]);
    expect(notices).toEqual(['2 documents: id became FBUID.', '1 document: _id became FBUID.']);
  });

  it('[R-MIG-05] documents without an id get a new one and are counted', async () => {
    const { documents, notices } = await readImport('{}\n'.repeat(1_200));
    expect(documents[0]).toEqual({ FBUID: 'new-1' });
    expect(notices).toEqual([expect.stringMatching(/^1,200 documents have no id and get a new one/)]);
    expect((await read({ a: 1 })).notices).toEqual([
      expect.stringMatching(/^1 document has no id and gets a new one/),
    ]);
  });

  it.each([
    ['sku', { sku: 'S1' }, { FBUID: 'S1', sku: 'S1' }],
    ['_id.$oid', { _id: { $oid: '5a' } }, { FBUID: '5a', _id: '5a' }],
    ['theaterId', { theaterId: { $numberInt: '1000' } }, { FBUID: '1000', theaterId: 1000 }],
    ['a.b', { 'a.b': 'x', a: { b: 'y' } }, { FBUID: 'x', 'a.b': 'x', a: { b: 'y' } }],
    ['a.b', { a: { b: 'y' } }, { FBUID: 'y', a: { b: 'y' } }],
  ])('[R-MIG-05] takes the id from the named field %s', async (idField, document, expected) => {
    expect((await read(document, { idField })).documents).toEqual([expected]);
  });

  it('[R-MIG-05] with a named id field, every document must have it', async () => {
    expect((await read({ a: 1 }, { idField: 'sku' })).problems).toMatchObject([
      { code: 'missing-id', message: 'There is no text or whole number in sku to use as the id.' },
    ]);
  });

  it('[R-MIG-05] drops the named id field when the collection’s schema lacks it', async () => {
    const { documents, problems } = await read(
      { ...ENQUIRY, sku: 'S1' },
      { collection: 'contacts', idField: 'sku' },
    );
    expect(problems).toEqual([]);
    expect(documents).toEqual([{ FBUID: 'S1', ...ENQUIRY }]);
  });

  it('[R-VAL-08] derives a product’s id from its name, and rejects a name without letters or digits', async () => {
    const product = { ...PRODUCT, productName: '  Recon VTOL (Agri) ' };
    expect((await read(product, { collection: 'products' })).ids).toEqual(['recon-vtol-agri']);
    const { problems } = await read({ ...PRODUCT, productName: '!!!' }, { collection: 'products' });
    expect(problems).toMatchObject([{ code: 'missing-id' }]);
  });

  it('[R-MIG-05] adds a creation time in built-in collections only', async () => {
    const createdAt = '2026-11-21T00:00:00.000Z';
    for (const given of [null, undefined]) {
      const { documents } = await read(
        { FBUID: 'a', ...ENQUIRY, createdAt: given },
        { collection: 'contacts' },
      );
      expect(documents).toMatchObject([{ createdAt }]);
    }
    expect((await read({ FBUID: 'a' })).documents).toEqual([{ FBUID: 'a' }]);
  });

  it('[R-MIG-05] leaves out the sync fields', async () => {
    const { documents, leftOut } = await read({ FBUID: 'a', writeId: 'w', sync: {}, _deleted: false });
    expect([documents, leftOut]).toEqual([[{ FBUID: 'a' }], { writeId: 1, sync: 1, _deleted: 1 }]);
  });

  it('[R-MIG-05] lists what an export with history leaves out, and keeps each document’s change time', async () => {
    const text = toLines([
      { __id__: 'a', __updatedAt__: '2026-01-02T03:04:05.000Z', FBUID: 'a' },
      { __id__: 'c', __deleted__: true, FBUID: 'c' },
      { __history__: { id: 'a', operation: 'create', data: { FBUID: 'a' } } },
    ]);
    const { items, leftOut } = await readImport(text);
    expect(items).toMatchObject([{ id: 'a', updatedAt: '2026-01-02T03:04:05.000Z', json: '{"FBUID":"a"}' }]);
    expect(leftOut).toEqual({ 'deleted documents': 1, 'history entries': 1 });
  });

  it('[R-MIG-06] fields are renamed before validation', async () => {
    const rename = { rules: [{ kind: 'map', from: 'a', to: 'b' }], onCollision: 'error' } as const;
    const text = toLines([
      { FBUID: 'x', a: 1 },
      { FBUID: 'y', a: 1, b: 2 },
    ]);
    const { documents, problems } = await readImport(text, {
      rename: { ...rename, rules: [...rename.rules] },
    });
    expect(documents).toEqual([{ FBUID: 'x', b: 1 }]);
    expect(problems).toMatchObject([{ code: 'collision', line: 2, id: 'y', path: 'a' }]);
    const skipped = await readImport(text, { rename: { rules: [...rename.rules], onCollision: 'skip-doc' } });
    expect([skipped.problems, skipped.leftOut]).toEqual([[], { 'documents with two fields of one name': 1 }]);
  });

  it('[R-MIG-05] every document has its text and its place', async () => {
    const { items } = await readImport('{"FBUID":"ä"}\n{"b": 1.0, "FBUID":"b"}\n');
    expect(items).toMatchObject([
      { json: '{"FBUID":"ä"}', line: 1, byte: 0 },
      { json: '{"b":1,"FBUID":"b"}', line: 2, byte: 15 },
    ]);
  });

  it('[R-MIG-05] one notice counts the numbers that are written with other digits', async () => {
    const text = '{"FBUID":"a","n":68.19567810587429}\n{"FBUID":"b","n":[0.10000000000000001,-0,37.0]}\n';
    const { documents, notices } = await readImport(text);
    expect(documents).toEqual([
      { FBUID: 'a', n: 68.19567810587429 },
      { FBUID: 'b', n: [0.1, -0, 37] },
    ]);
    expect(notices).toEqual([
      '3 numbers are written with other digits, with the same value: 68.19567810587429 becomes 68.1956781058743.',
    ]);
  });
});
