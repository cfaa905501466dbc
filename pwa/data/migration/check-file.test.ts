import { describe, expect, it } from 'vitest';
import { checkFile, readyDocuments } from './check-file.ts';

const watch = { signal: new AbortController().signal, onProgress: () => undefined };
const target = { collection: 'meadows' };
const check = (text: string | Uint8Array<ArrayBuffer>, name = 'meadows.ndjson') =>
  checkFile(new File([text], name), target, watch);

async function idsOf(text: string, name: string): Promise<readonly unknown[]> {
  const ids: unknown[] = [];
  for await (const { FBUID } of readyDocuments(new File([text], name), target, watch)) ids.push(FBUID);
  return ids;
}

describe('reading a file to import', () => {
  it.each([
    ['lines', 'a.ndjson', '{"FBUID":"a"}\r\n\n{"FBUID":"b"}'],
    ['lines of a .json file', 'a.json', '{"FBUID":"a"}\n{"FBUID":"b"}\n'],
    ['an array', 'a.json', '[\n  {"FBUID":"a"},\n  {"FBUID":"b"}\n]'],
    ['documents over several lines', 'a.json', '{\n"FBUID":"a"\n}\n{\n"FBUID":"b"\n}'],
    ['a mark of UTF-8 before it', 'a.json', '\ufeff[{"FBUID":"a"},{"FBUID":"b"}]'],
  ])('[R-MIG-05] takes %s', async (_layout, name, text) => {
    expect(await idsOf(text, name)).toEqual(['a', 'b']);
    expect(await check(text, name)).toMatchObject({ documents: 2, problemCount: 0 });
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
