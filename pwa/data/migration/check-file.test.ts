import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkFile, readyDocuments } from './check-file.ts';

const toFirestore = (id: string) =>
  JSON.stringify({ name: `projects/p/databases/(default)/documents/meadows/${id}`, fields: {} });
const FIRESTORE = `{"documents": [${toFirestore('a')}, ${toFirestore('b')}]}`;

const watch = { signal: new AbortController().signal, onProgress: () => undefined };
const target = { collection: 'meadows' };
const check = (text: string | Uint8Array<ArrayBuffer>, name = 'meadows.ndjson') =>
  checkFile(new File([text], name), target, watch);

async function idsOf(text: string, name: string): Promise<readonly unknown[]> {
  const ids: unknown[] = [];
  for await (const { document } of readyDocuments(new File([text], name), target, watch)) {
    ids.push(document['FBUID']);
  }
  return ids;
}

describe('reading a file to import', () => {
  it.each([
    ['lines', 'a.ndjson', '{"FBUID":"a"}\r\n\n{"FBUID":"b"}'],
    ['lines of a .json file', 'a.json', '{"FBUID":"a"}\n{"FBUID":"b"}\n'],
    ['an array', 'a.json', '[\n  {"FBUID":"a"},\n  {"FBUID":"b"}\n]'],
    ['documents over several lines', 'a.json', '{\n"FBUID":"a"\n}\n{\n"FBUID":"b"\n}'],
    ['a mark of UTF-8 before it', 'a.json', '\ufeff[{"FBUID":"a"},{"FBUID":"b"}]'],
    ['an array within an object', 'a.json', '{"documents": [{"FBUID":"a"},{"FBUID":"b"}]}'],
    ['a table', 'a.csv', 'FBUID,size:json\r\na,1\r\nb,"{""x"":2}"\r\n'],
    ['a table with semicolons and a mark of UTF-8', 'a.txt', '\ufeffFBUID;name\na;A\nb;B\n'],
    ['what Firestore exports', 'a.json', FIRESTORE],
    ['the lines of an export with what is laid around', 'a.ndjson', '{"__id__":"a"}\n{"__id__":"b","x":1}\n'],
  ])('[R-MIG-05] takes %s', async (_layout, name, text) => {
    expect(await idsOf(text, name)).toEqual(['a', 'b']);
    expect(await check(text, name)).toMatchObject({ documents: 2, problemCount: 0 });
  });

  it('[R-MIG-05] has a fingerprint of what the file holds: its name and the time of reading don’t count', async () => {
    const text = '{"FBUID":"a","x":1}\n{"x":2}\n{oops\n';
    const { fingerprint } = await check(text);
    expect((await check(text, 'other.ndjson')).fingerprint).toBe(fingerprint);
    for (const other of [text.replace('"x":1', '"x":3'), text.replace('oops', 'ooops'), `${text}{}\n`]) {
      expect((await check(other)).fingerprint, other).not.toBe(fingerprint);
    }
  });

  it('[R-MIG-05] tells of each problem with its line, and which documents have none', async () => {
    const report = await check('{"FBUID":"a"}\n{"FBUID":"b","a/b":1}\n{oops\n{"FBUID":"a"}\n{"FBUID":"c"}\n');
    expect(report).toMatchObject({ documents: 2, problemCount: 3, faulty: 3 });
    expect(report.problems.map(({ line, code }) => [line, code])).toEqual([
      [2, expect.stringMatching(/forbidden-character|invalid-document/)],
      [3, 'invalid-json'],
      [4, 'duplicate-id'],
    ]);
  });

  it('[R-MIG-05] gives what is faulty as lines that can be imported once they are mended', async () => {
    const { rejects } = await check('{"FBUID":"a"}\n{"FBUID":"b","n":1,}\n');
    expect(rejects.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ line: 2, code: 'invalid-json', raw: '{"FBUID":"b","n":1,}' }),
    ]);
    const mended = rejects.join('\n').replace('1,}', '1}');
    expect(await idsOf(mended, 'a.ndjson-rejects.ndjson')).toEqual(['b']);
  });

  it('[R-MIG-05] tells of each fault of a table with its line, and of what is passed over', async () => {
    const { problems, documents } = await check('FBUID,size:json\na,1\nb\nc,{\nd,4\n', 'a.csv');
    expect(documents).toBe(2);
    expect(problems.map(({ line, code }) => [line, code])).toEqual([
      [3, 'invalid-csv'],
      [4, 'invalid-json'],
    ]);
    const bytes = new Uint8Array([...new TextEncoder().encode('FBUID\na\n'), 0xff, 10]);
    expect((await check(bytes, 'a.csv')).problems).toMatchObject([{ code: 'invalid-utf-8' }]);
    const deleted = await check('{"__id__":"a","__deleted__":true}\n{"__id__":"b"}\n');
    expect(deleted).toMatchObject({
      documents: 1,
      notices: ['1 deleted documents in the file are passed over'],
    });
  });

  it('[R-MIG-05] names the command line for products of more than 64 MiB, also packed', async () => {
    const text = `FBUID,note\n${`a,${'x'.repeat(1_000_000)}\n`.repeat(70)}`;
    const file = new File([gzipSync(text)], 'a.csv.gz');
    const reading = checkFile(file, { collection: 'products' }, watch);
    await expect(reading).rejects.toThrow(
      /more than 64 MiB.*Nothing was written; import it from the command line/,
    );
  });

  it('[R-MIG-05] takes the products of a Shopify export, and says where they belong', async () => {
    const text = 'Handle,Title,Body (HTML),Variant Price,Type\nkite,Kite,<p>Flies</p>,10.00,Drones\n';
    const wrong = await check(text, 'products_export.csv');
    expect(wrong).toMatchObject({
      documents: 0,
      problems: [{ message: expect.stringContaining('products') }],
    });
    const file = new File([text], 'products_export.csv');
    expect(await checkFile(file, { collection: 'products' }, watch)).toMatchObject({
      faulty: 0,
      documents: 1,
    });
  });

  it('[R-MIG-05] is told the category of products that name none, and what becomes of unpublished ones', async () => {
    const text = 'Handle,Title,Body (HTML),Published\nkite,Kite,A,true\nglider,Glider,B,false\n';
    const file = new File([text], 'products_export.csv');
    const codesFor = async (options: object) => {
      const report = await checkFile(file, { collection: 'products', ...options }, watch);
      expect(report.format).toBe('Shopify product CSV');
      return [report.documents, ...report.problems.map(({ code }) => code)];
    };
    expect(await codesFor({})).toEqual([0, 'unpublished', 'unknown-category', 'unknown-category']);
    expect(await codesFor({ category: 'drones' })).toEqual([1, 'unpublished']);
    expect(await codesFor({ category: 'drones', unpublished: 'skip' })).toEqual([1]);
    expect(await codesFor({ category: 'drones', unpublished: 'import' })).toEqual([2]);
  });

  it('[R-MIG-05] speaks of the field for the id as the screen calls it', async () => {
    expect((await check('{"name":"a"}\n')).notices).toEqual([
      expect.stringContaining('(“Field with the id” names'),
    ]);
  });

  it('[R-MIG-05] names the line from which a file is not UTF-8', async () => {
    const bytes = new Uint8Array([...new TextEncoder().encode('{"FBUID":"a"}\n'), 0xff, 0xfe, 10]);
    const { problems } = await check(bytes);
    expect(problems).toEqual([expect.objectContaining({ code: 'invalid-utf-8' })]);
  });

  const packed = (text: string) => new Uint8Array(gzipSync(text));
  const some = Array.from({ length: 2000 }, (_, index) => `{"FBUID":"d${index}","n":${index}}\n`).join('');

  it.each([
    ['lines', 'a.ndjson.gz', '{"FBUID":"a"}\n{"FBUID":"b"}\n'],
    ['an array', 'a.json.gz', '\ufeff[{"FBUID":"a"},{"FBUID":"b"}]'],
    ['a table', 'a.csv.gz', 'FBUID,name\r\na,A\r\nb,B\r\n'],
    ['a table whose name does not tell', 'a.gz', 'FBUID;name\na;A\nb;B\n'],
  ])('[R-MIG-05] takes %s packed with gzip', async (_layout, name, text) => {
    expect(await check(packed(text), name)).toMatchObject({ documents: 2, problemCount: 0 });
  });

  it('[R-MIG-05] refuses a packed file that ends too early or is damaged, as a whole', async () => {
    const bytes = packed(some);
    expect(await check(bytes, 'a.ndjson.gz')).toMatchObject({ documents: 2000 });
    await expect(check(bytes.slice(0, bytes.length / 2), 'a.ndjson.gz')).rejects.toThrow(
      /^a.ndjson.gz ends too early: a part of it is missing. Nothing was written; fetch/,
    );
    await expect(check(bytes.slice(0, -4), 'a.csv.gz')).rejects.toThrow(/ends too early/);
    const noise = Array.from({ length: 4000 }, (_, index) => `{"FBUID":"${hash('sha512', `${index}`)}"}\n`);
    const damaged = packed(noise.join(''));
    damaged.fill(0x55, 1000, 2000);
    await expect(check(damaged, 'a.ndjson.gz')).rejects.toThrow(
      /^a.ndjson.gz is damaged, or packed in several parts/,
    );
  });

  it('[R-MIG-05] says what a file is that holds no text', async () => {
    const workbook = new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0]);
    await expect(check(workbook, 'list.xlsx')).rejects.toThrow(/^list.xlsx is a workbook or zip file; save/);
  });

  it('[R-MIG-05] says how much of the file it has read', async () => {
    const seen: (readonly [number, number])[] = [];
    const onProgress = (documents: number, bytes: number) => void seen.push([documents, bytes]);
    const file = new File([packed(some)], 'a.ndjson.gz');
    await checkFile(file, target, { signal: new AbortController().signal, onProgress });
    expect(seen[0]).toEqual([0, expect.any(Number)]);
    expect(seen.at(-1)).toEqual([2000, file.size]);
  });

  it('[R-MIG-05] stops reading when it is told to', async () => {
    const abort = new AbortController();
    const text = Array.from({ length: 3000 }, (_, index) => `{"FBUID":"d${index}"}\n`).join('');
    const reading = checkFile(new File([text], 'a.ndjson'), target, {
      signal: abort.signal,
      onProgress: () => abort.abort(),
    });
    await expect(reading).rejects.toThrow(/abort/i);
  });
});
