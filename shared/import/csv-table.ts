import type { ImportProblem, TableRow } from './import-problem.ts';

/** A record as the parser gives it: its cells, and the line on which it ends. */
export interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** The first line of a table that isn't empty comes first. */
export type CsvPart =
  | { readonly kind: 'header'; readonly header: readonly string[] }
  | { readonly kind: 'row'; readonly row: TableRow }
  | { readonly kind: 'problem'; readonly problem: ImportProblem; readonly raw?: string };

export interface CsvTable {
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
  readonly problems: readonly ImportProblem[];
}

const MAX_ROW_CHARACTERS = 4_194_304;

/** How the parser reads a table. @param head the beginning of its text, with all of the first line */
export function toCsvOptions(head: string) {
  return {
    delimiter: findDelimiter(head),
    info: true,
    max_record_size: MAX_ROW_CHARACTERS,
    relax_column_count: true,
    // Inches and nicknames: a quote within a cell that isn't quoted is just a character.
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  } as const;
}

/** Spreadsheets of some countries write semicolons; the header line shows it. */
function findDelimiter(head: string): string {
  const [first = ''] = head.split(/\r?\n/, 1);
  const bare = first.replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => bare.split(delimiter).length - 1;
  return [';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best), ',');
}

/** Row by row. Rows without any text are passed over; a row of another length than the header is a problem. */
export async function* toCsvParts(
  records: AsyncIterable<CsvRecord> | Iterable<CsvRecord>,
): AsyncGenerator<CsvPart> {
  let header: readonly string[] | undefined;
  let returns = 0;
  try {
    for await (const { record, info } of records) {
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

/** A row as JSON, under the titles of its columns; cells without a title are numbered. */
export function toRawRow(header: readonly string[], cells: readonly string[]): string {
  return JSON.stringify(
    Object.fromEntries(cells.map((cell, index) => [header[index] ?? `column ${index + 1}`, cell])),
  );
}

function countIn(cells: readonly string[], character: string): number {
  return cells.reduce((count, cell) => count + cell.split(character).length - 1, 0);
}

function toLengthProblem(line: number, found: number, expected: number): ImportProblem {
  const message = `The row has ${found} cells, the first line has ${expected}; is a quote or comma missing?`;
  return { code: 'invalid-csv', line, message };
}

/** The bytes of a table are no text from this place on. */
export class TableNotUtf8 extends Error {
  readonly line: number;
  readonly byte: number;
  constructor(line: number, byte: number) {
    super('not UTF-8');
    this.line = line;
    this.byte = byte;
  }
}

/** @throws what is no mistake of the table */
function toProblem(error: unknown): ImportProblem {
  if (error instanceof TableNotUtf8) {
    const message = 'This is not UTF-8 text; save the table as "CSV UTF-8".';
    return { code: 'invalid-utf-8', line: error.line, byte: error.byte, message };
  }
  if (!isCsvError(error)) throw error;
  const line = typeof error.lines === 'number' ? error.lines : 1;
  return { code: 'invalid-csv', line, message: CSV_SENTENCES[error.code] ?? `${error.message}.` };
}

/** The parser's builds each have an error class of their own. */
function isCsvError(error: unknown): error is Error & { readonly code: string; readonly lines?: unknown } {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_');
}

const CSV_SENTENCES: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote is opened before here and never closed.',
  CSV_INVALID_CLOSING_QUOTE:
    'A quote is followed by neither a comma nor a line end; double a quote within a cell.',
  CSV_MAX_RECORD_SIZE: 'A row is larger than 4 MiB; is a closing quote missing?',
};
