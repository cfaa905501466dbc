import { CsvError, parse } from 'csv-parse';
import { Readable } from 'node:stream';
import type { Input } from '#cli/io/input.ts';
import type { ImportProblem, TableRow } from '#shared/import/import-problem.ts';
import { findInvalidByte } from './json-documents.ts';

export interface CsvTable {
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
  readonly problems: readonly ImportProblem[];
}

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

const MAX_ROW_CHARACTERS = 4_194_304;

/** A whole table. Rows without any text are passed over; a row of another length than the header is a problem. */
export async function readCsvTable(input: Input): Promise<CsvTable> {
  const problems: ImportProblem[] = [];
  const rows: TableRow[] = [];
  let header: readonly string[] | undefined;
  let returns = 0;
  const parser = Readable.from(decode(input.chunks)).compose(
    parse({
      delimiter: findDelimiter(input.head),
      info: true,
      max_record_size: MAX_ROW_CHARACTERS,
      relax_column_count: true,
      // Inches and nicknames: a quote within a cell that isn't quoted is just a character.
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }),
  );
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
      // The parser counts CR LF within a cell as two lines.
      returns += countIn(record, '\r');
      // It knows the line on which a row ends; cells may hold line breaks.
      const line = info.lines - returns - countIn(record, '\n');
      if (!header) header = record.map((title) => title.trim());
      else if (record.length === header.length) rows.push({ line, cells: record });
      else problems.push(toLengthProblem(line, record.length, header.length));
    }
  } catch (error) {
    problems.push(toProblem(error));
  }
  if (!header && problems.length === 0) {
    problems.push({
      code: 'invalid-csv',
      line: 1,
      message: 'The table is empty; its first line names the columns.',
    });
  }
  return { header: header ?? [], rows, problems };
}

/** Spreadsheets of some countries write semicolons; the header line shows it. */
function findDelimiter(head: Buffer): string {
  const [first = ''] = head.toString('utf8').split(/\r?\n/, 1);
  const bare = first.replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => bare.split(delimiter).length - 1;
  return [';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best), ',');
}

function countIn(cells: readonly string[], character: string): number {
  return cells.reduce((count, cell) => count + cell.split(character).length - 1, 0);
}

function toLengthProblem(line: number, found: number, expected: number): ImportProblem {
  const message = `The row has ${found} cells, the first line has ${expected}; is a quote or comma missing?`;
  return { code: 'invalid-csv', line, message };
}

class NotUtf8 extends Error {
  readonly line: number;
  constructor(line: number) {
    super('not UTF-8');
    this.line = line;
  }
}

async function* decode(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let line = 1;
  for await (const chunk of chunks) {
    let text: string;
    try {
      text = decoder.decode(chunk, { stream: true });
    } catch {
      const bytes = Buffer.from(chunk);
      throw new NotUtf8(line + bytes.toString('latin1', 0, findInvalidByte(bytes)).split('\n').length - 1);
    }
    line += text.split('\n').length - 1;
    yield text;
  }
  try {
    decoder.decode();
  } catch {
    throw new NotUtf8(line);
  }
}

function toProblem(error: unknown): ImportProblem {
  if (error instanceof NotUtf8) {
    const message = 'This is not UTF-8 text; save the table as "CSV UTF-8".';
    return { code: 'invalid-utf-8', line: error.line, message };
  }
  if (!(error instanceof CsvError)) throw error;
  const line = typeof error['lines'] === 'number' ? error['lines'] : 1;
  return { code: 'invalid-csv', line, message: CSV_SENTENCES[error.code] ?? `${error.message}.` };
}

const CSV_SENTENCES: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote is opened before here and never closed.',
  CSV_INVALID_CLOSING_QUOTE:
    'A quote is followed by neither a comma nor a line end; double a quote within a cell.',
  CSV_MAX_RECORD_SIZE: 'A row is larger than 4 MiB; is a closing quote missing?',
};
