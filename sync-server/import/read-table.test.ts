import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toRejectLine } from '#shared/import/reject-line.ts';
import { readImport } from '../../tests/support/read-import.ts';
import { SEED } from '../../tests/support/seed.ts';

const CSV = { name: 'table.csv' };
const read = (content: string | Uint8Array, settings: object = {}) =>
  readImport(content, { ...CSV, ...settings });
/** The cells of each row, without the generated ids. */
const cellsOf = async (text: string) =>
  (await read(text)).documents.map(({ FBUID: _id, ...cells }) => Object.values(cells));

describe('reading a table', () => {
  it('[R-MIG-05] counts line breaks in cells and empty lines for a row’s line', async () => {
    const { items } = await read('FBUID,b\r\n1,"x\r\ny"\r\n\r\n3,z\r\n,\r\n');
    expect(items).toMatchObject([
      { line: 2, document: { FBUID: '1', b: 'x\r\ny' } },
      { line: 5, document: { FBUID: '3', b: 'z' } },
    ]);
  });

  it.each([
    ['semicolons', 'a;b\n1,5;2\n'],
    ['tabs', 'a\tb\n1,5\t2\n'],
    ['a byte order mark', '\ufeffa;b\n1,5;2\n'],
    ['line ends of classic Mac OS', 'a;b\r1,5;2\r'],
    ['no last line end', 'a;b\n1,5;2'],
    ['an empty line before it', '\n\na;b\n1,5;2'],
  ])('[R-MIG-05] reads a table with %s', async (_name, text) => {
    expect(await cellsOf(text)).toEqual([['1,5', '2']]);
  });

  it('[R-MIG-05] rows of one table may have different line ends', async () => {
    expect(await cellsOf('a,b\r\n1,"2"\n"3",4\r\n5,6\r\n')).toEqual([
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ]);
  });

  it('[R-MIG-05] a quote that neither opens nor closes a cell is a character', async () => {
    expect(await cellsOf('a,b,c\n15" prop,"a"b,"""x"""\n')).toEqual([['15" prop', '"a"b', '"x"']]);
  });

  it('[R-MIG-05] any table is read in chunks as csv-parse reads it as a whole', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '😀', ' ', '"', ',', '\n', '\r') });
    const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 60_000, max: 70_000 }),
        async (table, end, filler) => {
          // Chunks end within cells, quotes and characters.
          const all = [['x', 'y'], ['f'.repeat(filler), 'g'], ...table];
          const text = all.map((cells) => cells.map(quote).join(',') + end).join('');
          const settings = {
            record_delimiter: ['\r\n', '\n'],
            relax_quotes: true,
            from: 2,
            skip_records_with_empty_values: true,
          };
          expect(await cellsOf(text)).toEqual(parse(text, settings));
        },
      ),
      { seed: SEED, numRuns: 30 },
    );
  });

  it.each([
    ['in its first cell', 'a,b\n1,2\n"3\n",4\n5,"6\n', 5],
    ['after a cell over two lines', 'a,b\n1,2\n"3\n4","5\n6\n', 4],
    ['in the only row', 'a,b\n"1,2\n3,4\n', 2],
  ])('[R-MIG-05] a quote that is never closed %s is reported with its line', async (_where, text, line) => {
    const { problems } = await read(text);
    expect(problems).toMatchObject([
      { code: 'invalid-csv', line, message: 'A quote is opened here and never closed.' },
    ]);
  });

  it('[R-MIG-05] a row that is far too large is reported, and the rows before it are read', async () => {
    const { problems, documents } = await read(`a,b\n1,2\n3,"${'x'.repeat(5_000_000)}",\n`);
    expect(documents).toHaveLength(1);
    expect(problems).toMatchObject([
      { line: 3, message: expect.stringContaining('larger than 4 MiB') as string },
    ]);
  });

  it('[R-MIG-05] reports line and byte of text that is not UTF-8, and reads the rows before it', async () => {
    for (const filler of [0, 65_000, 65_523, 131_071]) {
      const before = `FBUID,b\nq,${'x'.repeat(filler)}\n`;
      const bytes = Buffer.concat([
        Buffer.from(`${before}caf`),
        Buffer.from([0xe9]),
        Buffer.from(',3\nd,4\n'),
      ]);
      const { problems, documents } = await read(bytes);
      expect(problems).toMatchObject([{ code: 'invalid-utf-8', line: 3, byte: before.length + 3 }]);
      expect(documents).toHaveLength(1);
    }
    expect((await read(Buffer.from([...Buffer.from('a,b\n1,'), 0xc3]))).problems).toMatchObject([
      { code: 'invalid-utf-8', line: 2, byte: 6 },
    ]);
  });

  it('[R-MIG-05] rows of another length and invalid JSON cells are problems that show the cells', async () => {
    const { problems, ids, rejected } = await read('FBUID,a:json,b:json\nx,{,[\ny,1\nz,1,2,3\nw,1,2\n');
    expect(ids).toEqual(['w']);
    expect(problems.map(({ line, code, path }) => [line, code, path])).toEqual([
      [2, 'invalid-json', 'a'],
      [2, 'invalid-json', 'b'],
      [3, 'invalid-csv', undefined],
      [4, 'invalid-csv', undefined],
    ]);
    expect(problems[2]?.message).toContain('The row has 2 cells, the first line has 3');
    expect(rejected.map(({ raw }) => raw)).toEqual([
      '{"FBUID":"x","a:json":"{","b:json":"["}',
      '{"FBUID":"y","a:json":"1"}',
      '{"FBUID":"z","a:json":"1","b:json":"2","column 4":"3"}',
    ]);
    const again = await readImport(rejected.map((line) => `${toRejectLine(line)}\n`).join(''));
    expect(again.ids).toEqual(['x', 'y', 'z']);
  });

  it('[R-MIG-05] JSON cells become values; empty ones and an empty FBUID become missing fields', async () => {
    const { documents } = await read('FBUID,name,a:json\n,=1,\nb,\'=1,"{""x"":[2]}"\n');
    expect(documents).toEqual([
      { FBUID: 'new-1', name: '=1' },
      { FBUID: 'b', name: '=1', a: { x: [2] } },
    ]);
  });

  it.each([
    ['a column twice', 'a,b,a\n1,2,3\n', 'unknown-column', 'the column "a" twice'],
    ['nothing in it', '\n\n', 'empty-table', 'is empty'],
    ['an unclosed quote in its first line', 'a,"b\n1,2\n', 'invalid-csv', 'line 1: A quote is opened here'],
    [
      'a Shopify export for another collection',
      'Handle,Title,Body (HTML)\na,b,c\n',
      'shopify-collection',
      'collection products',
    ],
  ])('[R-MIG-05] a table with %s is rejected as a whole', async (_what, text, reason, message) => {
    await expect(read(text)).rejects.toMatchObject({
      reason,
      message: expect.stringContaining(message) as string,
    });
  });
});

describe('columns without a name', () => {
  const TABLE = ',FBUID,name,\n0,a,x,\n1,b,y, \n';

  it('[R-MIG-05] are left out if their cells are empty, otherwise they get a name', async () => {
    const { documents, notices, problems } = await read(TABLE);
    expect(documents).toEqual([
      { 'column 1': '0', FBUID: 'a', name: 'x' },
      { 'column 1': '1', FBUID: 'b', name: 'y' },
    ]);
    expect([problems, notices]).toEqual([
      [],
      [
        'Column 1 has no name in the first line; it is called "column 1".',
        'Column 4 has no name in the first line and no values; it is left out.',
      ],
    ]);
  });

  it('[R-MIG-05] do not affect how rows are read and counted', async () => {
    const { ids, rejected } = await read(`${TABLE}2,c,z\n3,a,again,\n`);
    expect(ids).toEqual(['a', 'b']);
    expect(rejected.map(({ raw }) => raw)).toEqual([
      '{"column 1":"2","FBUID":"c","name":"z"}',
      '{"FBUID":"a","column 1":"3","name":"again"}'.replace(
        '{"FBUID":"a","column 1":"3"',
        '{"column 1":"3","FBUID":"a"',
      ),
    ]);
  });
});

describe('types of cells', () => {
  const TABLE =
    'FBUID,price,code,ok,maybe,none,big\n1,326,007,True,null,,9007199254740993\n2,-1.5e3,12,false,,,1\n';

  it('[R-MIG-05] are text by default', async () => {
    expect((await read(TABLE)).documents[0]).toEqual({
      FBUID: '1',
      price: '326',
      code: '007',
      ok: 'True',
      maybe: 'null',
      none: '',
      big: '9007199254740993',
    });
  });

  it('[R-MIG-05] are detected on request when all cells of a column agree', async () => {
    expect((await read(TABLE, { types: 'detect' })).documents).toEqual([
      { FBUID: '1', price: 326, code: '007', ok: true, maybe: null, none: '', big: '9007199254740993' },
      { FBUID: '2', price: -1500, code: '12', ok: false, maybe: null, none: '', big: '1' },
    ]);
  });
});

function quote(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
