import { describe, expect, it } from 'vitest';
import { createCliWorld } from './support/cli-run.ts';
import { toNdjson } from './support/samples.ts';

const A = { FBUID: 'a', name: 'Ä', place: { latitude: -33.8, longitude: 151.2 }, tags: ['x'] };
const B = { FBUID: 'b', name: 'B', count: 3 };
const BOTH = toNdjson([A, B]);

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

describe('formats of an import', () => {
  it.each([
    ['an object with documents', JSON.stringify({ documents: [A, B] })],
    ['an object with documents over several lines', JSON.stringify({ documents: [A, B] }, undefined, 2)],
    ['a page of Firestore', JSON.stringify({ documents: FIRESTORE, nextPageToken: 'x' })],
    [
      'the response to a Firestore query',
      JSON.stringify(FIRESTORE.map((document) => ({ document, readTime: 'x' }))),
    ],
    ['Firestore documents, one per line', toNdjson(FIRESTORE)],
    ['our own envelope', toNdjson(ENVELOPED)],
    [
      'a table',
      'FBUID,name,place:json,tags:json,count:json\na,Ä,"{""latitude"":-33.8,""longitude"":151.2}","[""x""]",\nb,B,,,3\n',
    ],
  ])('[R-MIG-05] reads %s', async (_name, text) => {
    const world = createCliWorld();
    expect(await world.run(['import', 'theatres', '-'], text)).toMatchObject({ exitCode: 0 });
    expect((await world.run(['export', 'theatres'])).out).toBe(BOTH);
  });

  it('[R-MIG-05] lists what it ignored of an export with history', async () => {
    const { err } = await createCliWorld().run(['import', 'theatres', '-'], toNdjson(ENVELOPED));
    expect(err).toMatch(/not imported +values\n +deleted documents +1\n +history entries +1\n/);
  });

  it.each([
    ['cut off', '{"documents":[{"FBUID":"a"}]', 'The text ends before its closing bracket.'],
    ['followed by something else', '{"documents":[]} x', 'This is not JSON: "x".'],
    ['with the array open', '{"documents":[{"FBUID":"a"}', 'The text ends before its closing bracket.'],
  ])('[R-MIG-05] refuses an object with documents that is %s', async (_name, text, message) => {
    const { exitCode, err } = await createCliWorld().run(['import', 'theatres', '-'], text);
    expect(exitCode).toBe(4);
    expect(err).toContain(message);
  });

  it('[R-MIG-05] --format selects a format that the content does not reveal', async () => {
    const line = '{"documents":[{"x":1}],"FBUID":"d"}\n';
    const world = createCliWorld();
    await world.run(['import', 'plain', '-', '--format', 'ndjson'], line);
    expect((await world.run(['export', 'plain'])).out).toBe(line);
    const table = await world.run(['import', 'words', '-', '--format', 'csv'], 'FBUID\nonly\n');
    expect(table).toMatchObject({ exitCode: 0 });
    expect((await world.run(['export', 'words'])).out).toBe('{"FBUID":"only"}\n');
  });

  it.each([
    ['Firestore', JSON.stringify({ documents: FIRESTORE, nextPageToken: 'x' }, undefined, 2)],
    ['Firestore, JSON array', JSON.stringify([{ document: FIRESTORE[0], readTime: '2026-03-02T09:00:00Z' }])],
    ['Firestore, NDJSON', toNdjson(FIRESTORE)],
    ['JSON object with documents', JSON.stringify({ documents: [A, B] })],
    ['JSON array', JSON.stringify([{ name: 'projects/p/databases/(default)/documents' }])],
  ])('[R-MIG-05] names the format %s', async (name, text) => {
    const { err } = await createCliWorld().run(['import', 'theatres', '-'], text);
    expect(err).toMatch(new RegExp(`^${name}: \\d+ documents?, all valid`));
  });

  it('[R-MIG-05] refuses an envelope with another id, and names the path of an invalid Firestore value', async () => {
    const text = toNdjson([
      { __id__: 'a', FBUID: 'b' },
      { name: `${FIRESTORE_NAME}/a`, fields: { big: { integerValue: '9007199254740993' } } },
    ]);
    const { exitCode, err } = await createCliWorld().run(['import', 'theatres', '-'], text);
    expect(exitCode).toBe(4);
    expect(err).toMatch(/line 1 \(byte 0\) +FBUID +The envelope's __id__ .* \(id-mismatch\)/);
    expect(err).toMatch(/line 2 \(byte 27\) +big +The number 9007199254740993 .* \(inexact-number\)/);
  });
});
