import { isUtf8 } from 'node:buffer';
import { finished } from 'node:stream/promises';
import { parse, type CsvError, type Parser } from 'csv-parse';
import type { ImportProblem, TableRow } from '#shared/import/import-problem.ts';
import type { FileBytes } from './file-bytes.ts';
import { countBreaks } from './text-lines.ts';
import { countCutBytes, findInvalidByte } from './utf8.ts';

/** A row, or the problem at which reading stopped. */
export type RowPart =
  | { readonly kind: 'row'; readonly row: TableRow }
  | { readonly kind: 'problem'; readonly problem: ImportProblem };

const LINE_FEED = 10;
const MAX_ROW_BYTES = 4_194_304;

/**
 * Reads the rows of a table, chunk by chunk, with the line each begins on. Skips rows without text. Quoted cells may
 * contain anything, with quotes doubled; a quote elsewhere is a literal character, as in inches and nicknames.
 */
export async function* readRows({ head, chunks, firstByte }: FileBytes): AsyncGenerator<readonly RowPart[]> {
  const beginning = head
    .toString('utf8')
    .trimStart()
    .replace(/"[^"]*"/g, '');
  // Classic Mac OS tables end lines with CR only.
  const lineEnd = /\r\n|\n|\r/.exec(beginning)?.[0] === '\r' ? '\r' : '\n';
  const parser = parse({
    delimiter: findDelimiter(beginning.split(lineEnd, 1)[0] ?? ''),
    record_delimiter: lineEnd === '\n' ? ['\r\n', '\n'] : ['\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_ROW_BYTES,
  });
  let fault: CsvError | undefined;
  parser.on('error', (error) => (fault = error as CsvError));
  const text = new Utf8Text(firstByte);
  let line = 1;
  function* takeRows(): Generator<RowPart> {
    for (let cells = readCells(parser); cells; cells = readCells(parser)) {
      if (cells.some((cell) => cell.trim() !== '')) yield { kind: 'row', row: { line, cells } };
      line += 1 + countCellBreaks(cells, lineEnd);
    }
  }
  for await (const chunk of chunks) {
    // The parser is synchronous, so there is no backpressure.
    parser.write(text.take(chunk));
    yield [...takeRows()];
    if (fault ?? text.problem) break;
  }
  text.end();
  if (!fault) {
    parser.end();
    await finished(parser, { readable: false }).catch(() => undefined);
    const rows = [...takeRows()];
    // Drops the row with the invalid byte, whose beginning was parsed before.
    if (text.problem && !text.isAtLineEnd) rows.pop();
    yield rows;
  }
  const place = { line, cells: toFinishedCells(parser), lineEnd };
  const problem = text.problem ?? (fault && toProblem(fault, place));
  if (problem) yield [{ kind: 'problem', problem }];
}

function readCells(parser: Parser): string[] | null {
  return parser.read() as string[] | null;
}

/** Complete cells of the row in which the parser stopped. */
function toFinishedCells(parser: Parser): readonly string[] {
  return (parser as Parser & { readonly state: { readonly record: string[] } }).state.record;
}

function countCellBreaks(cells: readonly string[], lineEnd: string): number {
  return cells.reduce(
    (sum, cell) => (cell.includes(lineEnd) ? sum + cell.split(lineEnd).length - 1 : sum),
    0,
  );
}

/** Detects the delimiter from the first line; some locales use semicolons. */
function findDelimiter(first: string): string {
  const count = (delimiter: string) => first.split(delimiter).length - 1;
  return [';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best), ',');
}

interface FaultPlace {
  /** Line on which the row begins. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly lineEnd: string;
}

function toProblem({ code }: CsvError, { line, cells, lineEnd }: FaultPlace): ImportProblem {
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return { code: 'invalid-csv', line, message: 'A row is larger than 4 MiB; is a closing quote missing?' };
  }
  const opening = line + countCellBreaks(cells, lineEnd);
  return { code: 'invalid-csv', line: opening, message: 'A quote is opened here and never closed.' };
}

/** Emits whole characters and, before the first invalid byte, whole lines. */
class Utf8Text {
  problem: ImportProblem | undefined;
  /** Whether the emitted text ends with a line break. */
  isAtLineEnd = true;
  private line = 1;
  private byte: number;
  /** Bytes of a character that continues in the next chunk. */
  private rest: Buffer = Buffer.alloc(0);

  constructor(firstByte: number) {
    this.byte = firstByte;
  }

  take(chunk: Buffer): Buffer {
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const whole = bytes.subarray(0, bytes.length - countCutBytes(bytes));
    if (isUtf8(whole)) {
      this.rest = bytes.subarray(whole.length);
      this.move(whole);
      return this.emit(whole);
    }
    const before = whole.subarray(0, findInvalidByte(whole));
    this.fail(before);
    return this.emit(before.subarray(0, before.lastIndexOf(LINE_FEED) + 1));
  }

  end(): void {
    if (this.rest.length > 0 && !this.problem) this.fail(Buffer.alloc(0));
  }

  private emit(text: Buffer): Buffer {
    if (text.length > 0) this.isAtLineEnd = text[text.length - 1] === LINE_FEED;
    return text;
  }

  private fail(before: Buffer): void {
    this.move(before);
    const message =
      'This is not UTF-8 text; save the table as "CSV UTF-8". Nothing after this place was read.';
    this.problem = { code: 'invalid-utf-8', line: this.line, byte: this.byte, message };
  }

  private move(bytes: Buffer): void {
    this.byte += bytes.length;
    this.line += countBreaks(bytes);
  }
}
