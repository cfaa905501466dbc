import { CsvError, parse } from 'csv-parse';
import type { Input } from '#cli/io/input.ts';
import { transform } from '#cli/io/transform.ts';
import type { ImportProblem, TableRow } from '#shared/import/import-problem.ts';
import { findInvalidByte } from './json-documents.ts';

/** The part of an input a table is read from. */
export type TableInput = Pick<Input, 'head' | 'chunks' | 'firstByte'>;

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

/** The first line of a table that isn't empty comes first. */
export type CsvPart =
  | { readonly kind: 'header'; readonly header: readonly string[] }
  | { readonly kind: 'row'; readonly row: TableRow }
  | { readonly kind: 'problem'; readonly problem: ImportProblem; readonly raw?: string };

/** All parts together, for readers that must see every row. */
export async function collectTable(parts: AsyncIterable<CsvPart>): Promise<CsvTable> {
  const problems: ImportProblem[] = [];
  const rows: TableRow[] = [];
  let header: readonly string[] = [];
  for await (const part of parts) {
    if (part.kind === 'header') ({ header } = part);
    else if (part.kind === 'row') rows.push(part.row);
    else problems.push(part.problem);
  }
  return { header, rows, problems };
}

/** Row by row. Rows without any text are passed over; a row of another length than the header is a problem. */
export async function* readCsvRows(input: TableInput): AsyncGenerator<CsvPart> {
  let header: readonly string[] | undefined;
  let returns = 0;
  const parser = transform<CsvRecord>(
    decode(input.chunks, input.firstByte),
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
    for await (const { record, info } of parser) {
      // The parser counts CR LF within a cell as two lines.
      returns += countIn(record, '\r');
      // It knows the line on which a row ends; cells may hold line breaks.
      const line = info.lines - returns - countIn(record, '\n');
      if (!header) {
        header = record.map((title) => title.trim());
        yield { kind: 'header', header };
      } else if (record.length === header.length) yield { kind: 'row', row: { line, cells: record } };
      else {
        const problem = toLengthProblem(line, record.length, header.length);
        yield { kind: 'problem', problem, raw: toRawRow(header, record) };
      }
    }
  } catch (error) {
    yield { kind: 'problem', problem: toProblem(error) };
    return;
  }
  if (!header) yield { kind: 'problem', problem: { code: 'invalid-csv', line: 1, message: EMPTY } };
}

const EMPTY = 'The table is empty; its first line names the columns.';

/** A row as JSON, under the titles of its columns; cells without a title are numbered. */
export function toRawRow(header: readonly string[], cells: readonly string[]): string {
  return JSON.stringify(
    Object.fromEntries(cells.map((cell, index) => [header[index] ?? `column ${index + 1}`, cell])),
  );
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
  readonly byte: number;
  constructor(line: number, byte: number) {
    super('not UTF-8');
    this.line = line;
    this.byte = byte;
  }
}

async function* decode(chunks: AsyncIterable<Uint8Array>, firstByte: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let line = 1;
  let byte = firstByte;
  // A character may be cut in two between chunks.
  let last = Buffer.alloc(0);
  const fail = (chunk: Buffer): never => {
    const start = last.findIndex((code) => (code & 0xc0) !== 0x80);
    const before = start === -1 ? Buffer.alloc(0) : last.subarray(start);
    const bytes = Buffer.concat([before, chunk]);
    const offset = findInvalidByte(bytes);
    const breaks = bytes.toString('latin1', before.length, offset).split('\n').length - 1;
    throw new NotUtf8(line + breaks, byte - before.length + offset);
  };
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk);
    let text = '';
    try {
      text = decoder.decode(bytes, { stream: true });
    } catch {
      fail(bytes);
    }
    line += text.split('\n').length - 1;
    byte += bytes.length;
    last = Buffer.concat([last, bytes]).subarray(-3);
    yield text;
  }
  try {
    decoder.decode();
  } catch {
    fail(Buffer.alloc(0));
  }
}

function toProblem(error: unknown): ImportProblem {
  if (error instanceof NotUtf8) {
    const message = 'This is not UTF-8 text; save the table as "CSV UTF-8".';
    return { code: 'invalid-utf-8', line: error.line, byte: error.byte, message };
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
