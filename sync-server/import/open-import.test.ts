import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readImport, toLines } from '../../tests/support/read-import.ts';

const A = { FBUID: 'a', name: 'Ä', place: { latitude: -33.8, longitude: 151.2 }, tags: ['x'] };
const B = { FBUID: 'b', name: 'B', count: 3 };

const FIRESTORE_NAME = 'projects/p/databases/(default)/documents/theatres';
const FIRESTORE = [
  {
    name: `${FIRESTORE_NAME}/a`,
    fields: {
      name: { stringValue: 'Ä' },
      place: { geoPointValue: { latitude: -33.8, longitude: 151.2 } },
      tags: { arrayValue: { values: [{ stringValue: 'x' }] } },
    },
    createTime: '2026-01-02T03:04:05Z',
    updateTime: '2026-01-02T03:04:05Z',
  },
  { name: `${FIRESTORE_NAME}/b`, fields: { name: { stringValue: 'B' }, count: { integerValue: '3' } } },
];
const ENVELOPED = [
  { __id__: 'a', __updatedAt__: '2026-01-02T03:04:05.000Z', ...A },
  { __id__: 'b', __deleted__: false, name: 'B', count: 3 },
  { __id__: 'c', __deleted__: true, FBUID: 'c' },
  { __history__: { id: 'a', operation: 'create', data: { FBUID: 'a' } } },
];

describe('reading a file to import', () => {
  it.each([
    ['lines', 'NDJSON', toLines([A, B])],
    ['lines with CR LF and blank ones', 'NDJSON', toLines([A, B]).replaceAll('\n', '\r\n\r\n')],
    ['lines without a last line end', 'NDJSON', toLines([A, B]).trimEnd()],
    ['an array', 'JSON array', JSON.stringify([A, B])],
    ['an array over several lines', 'JSON array', JSON.stringify([A, B], undefined, 2)],
    ['arrays, one a line, as couchbackup writes them', 'JSON arrays', toLines([[A], [B], []])],
    [
      'documents over several lines',
      'JSON',
      `${JSON.stringify(A, undefined, 1)}\n${JSON.stringify(B, undefined, 1)}`,
    ],
    ['an object with documents', 'JSON object with documents', JSON.stringify({ documents: [A, B] })],
    [
      'the same over several lines',
      'JSON object with documents',
      JSON.stringify({ documents: [A, B] }, undefined, 2),
    ],
    ['a page of Firestore', 'Firestore', JSON.stringify({ documents: FIRESTORE, nextPageToken: 'x' })],
    [
      'the result of a Firestore query',
      'Firestore, JSON array',
      JSON.stringify([...FIRESTORE.map((document) => ({ document, readTime: 'x' })), { readTime: 'x' }]),
    ],
    ['Firestore documents, one a line', 'Firestore, NDJSON', toLines(FIRESTORE)],
    ['our own envelope', 'NDJSON', toLines(ENVELOPED)],
  ])('[R-MIG-05] reads %s', async (_name, format, text) => {
    for (const content of [text, `\ufeff${text}`]) {
      const plain = await readImport(content);
      expect(plain).toMatchObject({ format, documents: [A, B], problems: [], notices: [] });
      const packed = await readImport(gzipSync(content));
      expect(packed).toEqual({ ...plain, format: `${format}, packed`, readBytes: gzipSync(content).length });
      expect(JSON.stringify(packed.documents)).toBe(JSON.stringify([A, B]));
    }
  });
});
