import { createCsvReader, CsvFault } from './csv-rows.ts';
import type { ImportProblem, TableRow } from './import-problem.ts';

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

/** The text of a table. */
export interface TableText {
  /** The beginning, with all of the first line. */
  readonly head: string;
  /** All of it, bit by bit. @throws TableNotUtf8 */
  readonly texts: AsyncIterable<string>;
}

/** Row by row, in constant memory; a row of another length than the header is a problem. */
export async function* readTable(table: TableText): AsyncGenerator<CsvPart> {
  let header: readonly string[] | undefined;
  try {
    for await (const row of readRows(table)) {
      const { line, cells } = row;
      if (!header) {
        header = cells.map((title) => title.trim());
        yield { kind: 'header', header };
      } else if (cells.length === header.length) yield { kind: 'row', row };
      else {
        const problem = toLengthProblem(line, cells.length, header.length);
        yield { kind: 'problem', problem, raw: toRawRow(header, cells) };
      }
    }
  } catch (error) {
    yield { kind: 'problem', problem: toProblem(error) };
    return;
  }
  if (!header) yield { kind: 'problem', problem: { code: 'invalid-csv', line: 1, message: EMPTY } };
}

async function* readRows({ head, texts }: TableText): AsyncGenerator<TableRow> {
  const reader = createCsvReader(head);
  for await (const text of texts) yield* reader.read(text);
  yield* reader.end();
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
  if (!(error instanceof CsvFault)) throw error;
  return { code: 'invalid-csv', line: error.line, message: error.message };
}
