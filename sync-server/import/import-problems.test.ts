import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { toRejectLine } from '#shared/import/reject-line.ts';
import { readImport, toLines } from '../../tests/support/read-import.ts';

const note = (id: string, text = 'x') => `{"FBUID":"${id}","text":"${text}"}\n`;

describe('problems in a file', () => {
  it.each([
    ['__proto__', '{"FBUID":"b","__proto__":{"x":1}}', '__proto__', 'reserved-field-name'],
    ['a duplicate key', '{"FBUID":"b","a":1,"a":2}', 'a', 'duplicate-key'],
    ['a lone surrogate', '{"FBUID":"b","a":"\\ud800"}', 'a', 'lone-surrogate'],
    ['1e400', '{"FBUID":"b","a":[1e400]}', 'a[0]', 'inexact-number'],
    ['9007199254740993', '{"FBUID":"b","a":9007199254740993}', 'a', 'inexact-number'],
    ['a nested array', '{"FBUID":"b","a":{"c":[[1]]}}', 'a.c[0]', 'nested-array'],
    ['a reserved name', '{"FBUID":"b","a":{"__c__":1}}', 'a.__c__', 'reserved-field-name'],
    ['an id with a slash', '{"FBUID":"b/c"}', 'FBUID', 'id-with-slash'],
    ['an id that is a dot', '{"FBUID":".."}', 'FBUID', 'id-of-dots'],
    ['an id that is reserved', '{"FBUID":"pull"}', 'FBUID', 'reserved-id'],
    ['an id that is a list', '{"FBUID":[1]}', 'FBUID', 'missing-id'],
    ['no object', '[1]', undefined, 'not-an-object'],
    ['a deleted document', '{"FBUID":"b","_deleted":true}', undefined, 'deleted-document'],
    ['an envelope with another id', '{"__id__":"b","FBUID":"c"}', 'FBUID', 'id-mismatch'],
  ])('[R-MIG-05] %s is rejected with line, byte, path and code', async (_name, line, path, code) => {
    const { ids, problems, rejected } = await readImport(`${note('a')}${line}\n${note('c')}`);
    expect(ids).toEqual(['a', 'c']);
    expect(problems).toMatchObject([
      { line: 2, byte: expect.any(Number) as number, code, ...(path === undefined ? {} : { path }) },
    ]);
    expect(rejected).toMatchObject([{ raw: line }]);
  });

  it('[R-MIG-05] all problems of a document and its text are listed', async () => {
    const line = '{"FBUID":"d","b/c":"x","n":1,"n":1e400}';
    const { problems } = await readImport(`${line}\n${line}\n`);
    const ofOne = ['duplicate-key n', 'inexact-number n', 'forbidden-character b/c'];
    expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      ...ofOne,
      ...ofOne,
      'duplicate-id FBUID',
    ]);
    expect(problems.at(-1)?.message).toBe('The same id is already on line 1.');
  });

  it('[R-MIG-05] line, column and byte of a mistake count from the start of the file', async () => {
    const { problems } = await readImport('\ufeff[\n{"FBUID":"ü"},\n  {"ä😀":1,\n "b" 2}]');
    expect(problems).toMatchObject([
      { code: 'invalid-json', line: 4, column: 6, byte: 3 + 2 + 16 + 2 + 13 + 5 },
    ]);
  });

  it('[R-MIG-05] text that is not UTF-8 is rejected with line and byte, also in a multi-line array', async () => {
    const wrong = Buffer.from('[\n{"FBUID":"a"},\n{"FBUID":"b",\n"t":"caf#"},{"FBUID":"c"}]');
    wrong[wrong.indexOf('#')] = 0xe9;
    const { ids, problems, rejected } = await readImport(wrong);
    expect(ids).toEqual(['a', 'c']);
    expect(problems).toMatchObject([{ code: 'invalid-utf-8', line: 4, byte: 39 }]);
    expect(rejected[0]?.raw).toEqual({
      base64: wrong.subarray(17, wrong.indexOf('}', 20) + 1).toString('base64'),
    });
  });

  it.each([
    ['a line', (text: string) => `${note('a')}{"FBUID":"b","text":"${text}"}\n${note('c')}`],
    [
      'an element of an array',
      (text: string) => `[{"FBUID":"a"},\n{"FBUID":"b","text":"${text}"},{"FBUID":"c"}]`,
    ],
  ])('[R-MIG-05] %s of 50 MB is rejected with its place, and the others are read', async (_name, toText) => {
    const { ids, problems } = await readImport(toText('x'.repeat(50_000_000)));
    expect(ids).toEqual(['a', 'c']);
    expect(problems).toMatchObject([
      { code: 'document-too-large', line: 2, byte: expect.any(Number) as number },
    ]);
  });

  it('[R-MIG-05] a document above 1 MiB is rejected', async () => {
    const { problems } = await readImport(note('a') + note('b', 'x'.repeat(1_100_000)));
    expect(problems).toMatchObject([{ code: 'document-too-large', line: 2, id: 'b' }]);
  });

  it('[R-MIG-05] a text nested a hundred thousand levels deep is rejected', async () => {
    expect((await readImport(`${note('a')}${'{"a":'.repeat(100_000)}\n`)).problems).toMatchObject([
      { code: 'too-deep', line: 2 },
    ]);
  });

  it('[R-MIG-05] a lone CR does not end a line', async () => {
    expect((await readImport('{"FBUID":"a",\r"text":"x"}\r\n{"FBUID":"b"}\r\n')).ids).toEqual(['a', 'b']);
  });

  it('[R-MIG-05] invalid Firestore values are rejected with their path', async () => {
    const name = 'projects/p/databases/(default)/documents/theatres/a';
    const text = toLines([{ FBUID: 'x' }, { name, fields: { big: { integerValue: '9007199254740993' } } }]);
    expect((await readImport(text)).problems).toMatchObject([
      { code: 'inexact-number', path: 'big', line: 2 },
    ]);
  });
});

describe('a file of rejected lines', () => {
  const wrong = [
    '{"FBUID":"b","n":1,"n":2}',
    '{"FBUID":"d","a/b":[1]}',
    '{"FBUID":"e",}',
    '[1]',
    '{"a":"\\ud800"}',
  ];

  it('[R-MIG-05] gives the same problems until it is corrected, and then the documents', async () => {
    const text = `${note('a')}${wrong.join('\n')}\n`;
    const first = await readImport(text);
    const lines = first.rejected.map(toRejectLine);
    const second = await readImport(`${lines.join('\n')}\n`);
    const summary = ({ problems, rejected }: typeof first) => [
      problems.map(({ code, path }) => [code, path]),
      rejected.map(({ raw }) => raw),
    ];
    expect(summary(second)).toEqual(summary(first));
    const corrected = lines.map((line, index) => ({
      ...(JSON.parse(line) as object),
      raw: `{"FBUID":"r${index}"}`,
    }));
    expect((await readImport(toLines(corrected))).ids).toEqual(['r0', 'r1', 'r2', 'r3', 'r4']);
  });

  it('[R-MIG-05] keeps bytes that are not UTF-8', async () => {
    const bytes = Buffer.from('{"FBUID":"a","t":"\xe9"}\n', 'latin1');
    const { rejected } = await readImport(bytes);
    expect(rejected[0]?.raw).toEqual({ base64: bytes.subarray(0, -1).toString('base64') });
    const again = await readImport(`${rejected.map(toRejectLine).join('\n')}\n`);
    expect(again).toMatchObject({
      ids: [],
      problems: [{ code: 'invalid-utf-8', line: 1 }],
      rejected: [{ raw: rejected[0]?.raw }],
    });
  });
});

describe('an unreadable file', () => {
  const refusal = (content: string | Uint8Array, settings: object = {}) =>
    readImport(content, settings).then(
      () => expect.unreachable(),
      (error: unknown) => error,
    );

  it.each([
    ['a workbook', [0x50, 0x4b, 3, 4, 20, 0], 'is a workbook or zip file; save the sheet as "CSV UTF-8".'],
    ['an old workbook', [0xd0, 0xcf, 0x11, 0xe0], 'is an old workbook; save the sheet as "CSV UTF-8".'],
    ['a PNG', [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10], 'is a PNG picture.'],
    ['a PDF', [...Buffer.from('%PDF-1.7')], 'is a PDF.'],
    ['UTF-16', [...Buffer.from('\ufeffa,b', 'utf16le')], 'is UTF-16; save it as UTF-8.'],
    ['bzip2', [...Buffer.from('BZh91AY')], 'is packed with bzip2; unpack it first, or pack it with gzip.'],
    [
      'a database',
      [...Buffer.from('SQLite format 3\0')],
      'is an SQLite database; export its documents as JSON.',
    ],
    ['other bytes', [1, 2, 0], 'is not text: byte 2 is zero.'],
  ])('[R-MIG-05] %s is recognised, also within gzip', async (_name, bytes, message) => {
    for (const content of [Uint8Array.from(bytes), gzipSync(Uint8Array.from(bytes))]) {
      const name = 'list.json';
      expect(await refusal(content, { name })).toMatchObject({
        code: 'invalid-argument',
        reason: 'foreign-format',
        message: `list.json ${message}`,
      });
    }
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, -12), 'notes.json is cut off: gzip could unpack'],
    [
      'damaged',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -8), Buffer.alloc(8, 1)]),
      'notes.json is damaged: gzip could unpack',
    ],
  ])('[R-MIG-05] a gzip file that is %s is rejected as a whole', async (_name, damage, message) => {
    for (const count of [2, 20_000]) {
      const whole = gzipSync(Array.from({ length: count }, (_, index) => note(`n${index}`)).join(''));
      expect(await refusal(damage(whole))).toMatchObject({
        code: 'invalid-argument',
        reason: 'invalid-gzip',
        message: expect.stringContaining(message) as string,
      });
    }
  });

  it('[R-MIG-05] a gzip file with several members is read to its end', async () => {
    expect((await readImport(Buffer.concat([gzipSync(note('a')), gzipSync(note('b'))]))).ids).toEqual([
      'a',
      'b',
    ]);
  });

  it('[R-MIG-05] a file above the limit is rejected with 413, also when only its unpacked size is', async () => {
    const text = note('a').repeat(10_000);
    for (const content of [text, gzipSync(text)]) {
      expect(await refusal(content, { maxBytes: text.length - 1 })).toMatchObject({
        code: 'resource-exhausted',
        status: 413,
        reason: 'unpacked-too-large',
      });
      expect((await readImport(content, { maxBytes: text.length })).items).toHaveLength(10_000);
    }
  });

  it.each([
    ['notes.json', 'hello'],
    ['notes.txt', 'hello'],
    ['page.html', '<!doctype html>, <p>'],
  ])('[R-MIG-05] %s is neither JSON nor a table', async (name, text) => {
    expect(await refusal(text, { name })).toMatchObject({ reason: 'unknown-format' });
  });

  it('[R-MIG-05] reading stops when its signal is aborted', async () => {
    const signal = AbortSignal.abort();
    expect(await refusal(note('a'), { signal })).toMatchObject({ name: 'AbortError' });
  });
});
