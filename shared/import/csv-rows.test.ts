import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCsvReader } from './csv-rows.ts';

/** @param cuts places at which the text comes in pieces */
function read(text: string, cuts: readonly number[] = []) {
  const reader = createCsvReader(text);
  const places = [...cuts].map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b);
  const pieces = [...places, text.length].map((end, index) => text.slice(places[index - 1] ?? 0, end));
  return [...pieces.flatMap((piece) => [...reader.read(piece)]), ...reader.end()];
}
const cellsOf = (text: string) => read(text).map(({ cells }) => cells);

test.each(['\n', '\r\n', '\r'])(
  '[R-MIG-05] rows that end with %j come out as they went in, however they are cut',
  (end) => {
    const cell = fc.tuple(
      fc.string({ unit: fc.constantFrom('a', 'é', ' ', '"', ',', ';', '\n', '\r') }),
      fc.boolean(),
    );
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 });
    const options = { seed: Date.now() % 2_147_483_647, numRuns: 300 };
    fc.assert(
      fc.property(rows, fc.array(fc.nat()), (table, cuts) => {
        // The first row shows what separates cells and ends rows.
        const all = [[['x', false] as const, ['y', false] as const], ...table];
        const toText = ([text, isQuoted]: readonly [string, boolean]) =>
          isQuoted || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
        const text = all.map((row) => row.map(toText).join(',') + end).join('');
        const expected = all.map((row) => row.map(([cellText]) => cellText));
        const isTold = (cells: readonly string[]) => cells.some((one) => one.trim() !== '');
        expect(read(text, cuts).map(({ cells }) => cells)).toEqual(expected.filter(isTold));
      }),
      options,
    );
  },
);

test('[R-MIG-05] the last row needs no line end, and rows without any text are passed over but counted', () => {
  expect(read('a,b\n\n , \n1,2')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 4, cells: ['1', '2'] },
  ]);
  expect(read('a;b\n"x\ny";2\n3;')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['x\ny', '2'] },
    { line: 4, cells: ['3', ''] },
  ]);
});

test('[R-MIG-05] rows of one table may end differently', () => {
  expect(cellsOf('a,b\r\n1,"2"\n"3",4\r\n5,6\r\n')).toEqual([
    ['a', 'b'],
    ['1', '2'],
    ['3', '4'],
    ['5', '6'],
  ]);
});

test('[R-MIG-05] a quote that opens no cell, or that something follows, is a character', () => {
  expect(cellsOf('a,b,c\n15" prop,"a"b,"""x"""\n')).toEqual([
    ['a', 'b', 'c'],
    ['15" prop', '"a"b', '"x"'],
  ]);
});

test('[R-MIG-05] a quote that is never closed is told with its line, and so is a row that is far too large', () => {
  expect(() => read('a,b\n1,2\n"3\n",4\n5,"6\n')).toThrow(
    expect.objectContaining({ line: 5, message: 'A quote is opened here and never closed.' }),
  );
  const large = `a,b\n1,2\n3,"${'x'.repeat(5_000_000)}`;
  for (const text of [large, `${large}",\n`]) {
    expect(() => read(text, [6, 9])).toThrow(
      expect.objectContaining({ line: 3, message: expect.stringContaining('larger than 4 MiB') as string }),
    );
  }
});

test('[R-MIG-05] any table is read as by the library that most others read theirs with', () => {
  const text = fc
    .array(fc.constantFrom('a', 'ü', ' ', '"', '""', ',', ',', '\n', '\n', 'b"', '"c'), { maxLength: 30 })
    .map((parts) => `x,y\n${parts.join('')}`);
  // With a quote that is never closed both refuse the table.
  const attempt = (work: () => readonly unknown[]) => {
    try {
      return work();
    } catch {
      return 'refused';
    }
  };
  const options = { seed: Date.now() % 2_147_483_647, numRuns: 5_000 };
  const settings = {
    record_delimiter: ['\n', '\r\n'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  };
  fc.assert(
    fc.property(text, fc.array(fc.nat(), { maxLength: 4 }), (table, cuts) => {
      const own = attempt(() => read(table, cuts).map(({ cells }) => cells));
      expect(own).toEqual(attempt(() => parse(table, settings)));
    }),
    options,
  );
});
