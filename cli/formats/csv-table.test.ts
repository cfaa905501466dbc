import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsvColumn } from '#shared/import/csv-cell.ts';
import { mapCsvRow } from '#shared/import/csv-documents.ts';
import { collectTable } from '#shared/import/csv-table.ts';
import { encodeCsv } from './csv-export.ts';
import { readCsvRows, type TableInput } from './csv-table.ts';

function toInput(bytes: Uint8Array): TableInput {
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += 11) yield bytes.subarray(start, start + 11);
  }
  return { head: Buffer.from(bytes), chunks: chunks(), firstByte: 0 };
}

const readTable = (bytes: Uint8Array) => collectTable(readCsvRows(toInput(bytes)));
const read = (text: string) => readTable(Buffer.from(text));

describe('reading a CSV table', () => {
  it('[R-MIG-05] knows the line on which a row begins, past line breaks in cells and empty lines', async () => {
    const { header, rows, problems } = await read('a,b\r\n1,"x\r\ny"\r\n\r\n3,z\r\n,\r\n');
    expect({ header, rows, problems }).toEqual({
      header: ['a', 'b'],
      rows: [
        { line: 2, cells: ['1', 'x\r\ny'] },
        { line: 5, cells: ['3', 'z'] },
      ],
      problems: [],
    });
  });

  it.each([
    ['semicolons', 'a;b\n1,5;2\n'],
    ['tabs', 'a\tb\n1,5\t2\n'],
  ])('[R-MIG-05] reads a table with %s', async (_name, text) => {
    expect((await read(text)).rows).toEqual([{ line: 2, cells: ['1,5', '2'] }]);
  });

  it.each([
    ['a row that is too short', 'a,b\n1\n', 'The row has 1 cells, the first line has 2'],
    ['a quote that is never closed', 'a,b\n"1,2\n3,4\n', 'never closed'],
    ['an empty table', '\n\n', 'The table is empty'],
  ])('[R-MIG-05] tells of %s', async (_name, text, message) => {
    expect((await read(text)).problems[0]?.message).toContain(message);
  });

  it('[R-MIG-05] keeps inches in a cell that is not quoted', async () => {
    expect((await read('a,b\n15" prop,x\n')).rows).toEqual([{ line: 2, cells: ['15" prop', 'x'] }]);
  });

  it('[R-MIG-05] names the line of text that is not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('a,b\n1,2\ncaf'), Buffer.from([0xe9]), Buffer.from(',3\n')]);
    expect((await readTable(bytes)).problems).toMatchObject([{ code: 'invalid-utf-8', line: 3, byte: 11 }]);
  });
});

describe('a CSV table written by an export', () => {
  it('[R-MIG-04] [R-MIG-05] gives the documents back, whatever they hold', async () => {
    const field = fc.oneof(fc.stringMatching(/^[a-z:=+ ,"]{1,6}$/), fc.constantFrom('a:json', 'x', 'id2'));
    const value = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom("'=1", '=1', ' x ', '', '\r\n', '"'),
      fc.jsonValue(),
    );
    const documents = fc.array(
      fc.dictionary(
        field.map((name) => name.trim() || 'x'),
        value,
        { noNullPrototype: true },
      ),
    );
    await fc.assert(
      fc.asyncProperty(documents, async (list) => {
        const texts = list.map((document, index) => JSON.stringify({ FBUID: `d${index}`, ...document }));
        async function* source() {
          for (const text of texts) yield Buffer.from(text);
        }
        const pieces: Uint8Array[] = [];
        for await (const piece of encodeCsv(source())) pieces.push(piece);
        const { header, rows } = await readTable(Buffer.concat(pieces));
        const mapped = rows.map((row) => mapCsvRow(header.map(parseCsvColumn), row));
        expect(mapped.map((row) => row.kind === 'document' && row.source.document)).toEqual(
          texts.map((text) => JSON.parse(text) as unknown),
        );
      }),
      { numRuns: 50 },
    );
  });
});
