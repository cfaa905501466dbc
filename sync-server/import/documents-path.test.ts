import { describe, expect, it } from 'vitest';
import { readImport, toLines } from '../../tests/support/read-import.ts';

const A = { FBUID: 'a', n: 1 };
const B = { FBUID: 'b', n: 2 };
const row = (doc: object) => ({ id: 'x', key: 'x', value: { rev: '1-a' }, doc });
const COUCH = {
  total_rows: 2,
  offset: 0,
  rows: [row({ _id: 'a', _rev: '1-a', n: 1 }), row({ _id: 'b', n: 2 })],
};
const POCKET = {
  page: 1,
  perPage: 30,
  totalItems: 2,
  items: [
    { id: 'a', n: 1 },
    { id: 'b', n: 2 },
  ],
};
const FIREBASE = { 'key-a': { n: 1, place: { x: 1 } }, 'key-b': { n: 2 } };

describe('documents within one object', () => {
  it.each([
    ['CouchDB’s _all_docs', COUCH, 'rows[].doc'],
    ['PocketBase’s list', POCKET, 'items[]'],
    ['a nested list', { meta: { next: null }, data: { films: POCKET.items } }, 'data.films[]'],
    ['a Firebase map', FIREBASE, '*'],
    ['several Firebase maps', { films: FIREBASE, cinemas: FIREBASE }, 'films.*'],
  ])('[R-MIG-05] %s is rejected with a hint at the option that reads it', async (_what, value, path) => {
    for (const [name, text] of [
      ['a.json', JSON.stringify(value)],
      ['a.json', JSON.stringify(value, undefined, 2)],
      ['a', `${JSON.stringify(value)}\n`],
    ] as const) {
      await expect(readImport(text, { name })).rejects.toMatchObject({
        code: 'invalid-argument',
        reason: 'wrapped-documents',
        message: expect.stringContaining(`--documents '${path}'`) as string,
      });
      expect((await readImport(text, { name, documents: path })).documents).toHaveLength(2);
    }
  });

  it('[R-MIG-05] a wrapper larger than any document is rejected before it is read', async () => {
    const items = Array.from({ length: 100_000 }, (_, id) => ({ id, text: 'x'.repeat(200) }));
    const text = JSON.stringify({ items });
    await expect(readImport(text)).rejects.toMatchObject({ reason: 'wrapped-documents' });
    expect((await readImport(text, { documents: 'items' })).items).toHaveLength(100_000);
  });

  it.each([
    ['an object with an id of its own', { FBUID: 'a', items: [A, B] }],
    ['an object with an object', { FBUID: 'a', place: { x: 1, y: { z: 1 } }, tags: ['x'] }],
    ['an object without a list', { name: 'x', place: { latitude: 1, longitude: 2 }, tags: ['y'] }],
  ])('[R-MIG-05] %s is one document', async (_what, value) => {
    expect((await readImport(JSON.stringify(value, undefined, 2))).documents).toMatchObject([value]);
  });

  it('[R-MIG-05] the format NDJSON reads each line as a document', async () => {
    const line = { documents: [{ x: 1 }], FBUID: 'd' };
    expect((await readImport(toLines([line]), { format: 'ndjson' })).documents).toEqual([line]);
    expect((await readImport(toLines([line]), { name: 'a.jsonl' })).documents).toEqual([line]);
    expect((await readImport(toLines([[A], [B]]), { format: 'ndjson' })).documents).toEqual([A, B]);
  });

  it('[R-MIG-05] documents in a map get their keys as ids, also when rejected', async () => {
    const text = '{"a":{"n":1},"b":{"n":1e400},"c":{},"d":{"FBUID":"own","id":7}}';
    const { documents, rejected } = await readImport(text, { documents: '*' });
    expect(documents).toEqual([{ FBUID: 'a', n: 1 }, { FBUID: 'c' }, { FBUID: 'own', id: 7 }]);
    expect(rejected.map(({ raw }) => raw)).toEqual(['{"__id__":"b","n":1e400}']);
    expect((await readImport(`${String(rejected[0]?.raw).replace('1e400', '1')}\n`)).documents).toEqual([
      { FBUID: 'b', n: 1 },
    ]);
  });

  it.each([
    ['rows[].doc', { rows: [{ doc: A }, { id: 'gone' }, { doc: B }, 7] }, { 'entries without doc': 2 }],
    ['rows[].docs', { rows: [{ docs: [A, B] }, { docs: [] }] }, { 'entries without docs': 1 }],
    ['one', { one: A, other: [B] }, {}],
    ['[].doc', [{ doc: A }, { doc: B }], {}],
    ['items', { items: [] }, {}],
    ['a\\.b', { 'a.b': [A], b: [B] }, {}],
  ])('[R-MIG-05] the path %s selects the documents only', async (documents, value, leftOut) => {
    const { ids, leftOut: found } = await readImport(JSON.stringify(value), { documents });
    const expected = { one: ['a'], items: [], 'a\\.b': ['a'] }[documents] ?? ['a', 'b'];
    expect([ids, found]).toEqual([expected, leftOut]);
  });

  it('[R-MIG-05] a path without a match and an invalid path are rejected', async () => {
    const text = JSON.stringify(POCKET);
    await expect(readImport(text, { documents: 'rows[].doc' })).rejects.toMatchObject({
      reason: 'documents-not-found',
    });
    await expect(readImport(text, { documents: 'rows..' })).rejects.toMatchObject({
      code: 'invalid-argument',
      path: 'documents',
    });
  });

  it.each([
    ['cut off', '{"documents":[{"FBUID":"a"}]', 'The text ends before its closing bracket'],
    ['with the array open', '{"documents":[{"FBUID":"a"}', 'The text ends before its closing bracket'],
    ['with more after it', '{"documents":[{"FBUID":"a"}]} ]', 'A value is expected here'],
  ])('[R-MIG-05] an object with documents that is %s has a problem', async (_name, text, message) => {
    const { ids, problems } = await readImport(text);
    expect(ids).toEqual(['a']);
    expect(problems).toMatchObject([
      { code: 'invalid-json', message: expect.stringContaining(message) as string },
    ]);
  });
});
