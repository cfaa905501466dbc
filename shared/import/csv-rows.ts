import type { TableRow } from './import-problem.ts';

const MAX_ROW_CHARACTERS = 4_194_304;

/** The table can't be read from here on; the message is written for a person. */
export class CsvFault extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** Takes the text of a table bit by bit, however it is cut. */
export interface CsvReader {
  /** The rows that are whole by now. @throws CsvFault */
  read(text: string): Iterable<TableRow>;
  /** The row that no line end follows. @throws CsvFault */
  end(): Iterable<TableRow>;
}

/**
 * Rows of a table. Cells in quotes may hold anything, quotes doubled; a quote elsewhere is just a character, for inches
 * and nicknames. Rows without any text are passed over.
 * @param head the beginning of the text, with all of its first line
 */
export function createCsvReader(head: string): CsvReader {
  const bare = head.trimStart().replace(/"[^"]*"/g, '');
  // An old Mac's tables have no other.
  const lineEnd = /\r\n|\n|\r/.exec(bare)?.[0] === '\r' ? '\r' : '\n';
  const delimiter = findDelimiter(bare.split(lineEnd, 1)[0] ?? '');
  const stop = new RegExp(lineEnd === '\n' ? `${delimiter}|\r?\n` : `[${delimiter}\r]`, 'g');
  /** What came since the last whole row. */
  let pieces: string[] = [];
  let size = 0;
  let text = '';
  let line = 1;
  /** Where the row begins, and where the first quote at or behind that stands, or -1. */
  let [start, quote] = [0, 0];

  function* readRows(isLast: boolean): Generator<TableRow> {
    text = pieces.join('');
    while (start < text.length) {
      const row = readRow(isLast);
      if (!row) break;
      if (row.end - start > MAX_ROW_CHARACTERS) throw tooLarge();
      if (row.cells.some((cell) => cell.trim() !== '')) yield { line, cells: row.cells };
      line += row.isPlain ? 1 : countLines(row.end);
      start = row.end;
    }
    pieces = [text.slice(start)];
    size = text.length - start;
    [start, quote] = [0, 0];
  }

  function readRow(isLast: boolean) {
    const found = text.indexOf(lineEnd, start);
    if (quote !== -1 && quote < start) quote = text.indexOf('"', start);
    if (quote !== -1 && (found === -1 || quote < found)) return readQuotedRow(isLast);
    if (found === -1 && !isLast) return undefined;
    const stopsAt = found === -1 ? text.length : found;
    const isCut = lineEnd === '\n' && text[stopsAt - 1] === '\r' && stopsAt > start;
    const cells = text.slice(start, isCut ? stopsAt - 1 : stopsAt).split(delimiter);
    return { cells, end: stopsAt + 1, isPlain: true };
  }

  function readQuotedRow(isLast: boolean) {
    const cells: string[] = [];
    for (let place = start; ; place = stop.lastIndex) {
      const quoted = text[place] === '"' ? readQuoted(place, isLast) : { cell: undefined, end: place };
      if (!quoted) return undefined;
      stop.lastIndex = quoted.end;
      const found = stop.exec(text);
      if (!found && !isLast) return undefined;
      const rest = text.slice(quoted.end, found?.index);
      if (quoted.cell === undefined || rest === '') cells.push(quoted.cell ?? rest);
      else cells.push(`"${quoted.cell}"${rest}`);
      if (found?.[0] !== delimiter)
        return { cells, end: found ? stop.lastIndex : text.length, isPlain: false };
    }
  }

  function readQuoted(opening: number, isLast: boolean) {
    let cell = '';
    for (let place = opening + 1; ;) {
      const closing = text.indexOf('"', place);
      if (closing === -1 && isLast) {
        throw new CsvFault(line + countLines(opening), 'A quote is opened here and never closed.');
      }
      // Behind it another quote may come.
      if (closing === -1 || (closing + 1 === text.length && !isLast)) return undefined;
      cell += text.slice(place, closing);
      if (text[closing + 1] !== '"') return { cell, end: closing + 1 };
      cell += '"';
      place = closing + 2;
    }
  }

  /** Of the row, before a place. */
  function countLines(end: number): number {
    return text.slice(start, end).split(lineEnd).length - 1;
  }

  function tooLarge(): CsvFault {
    return new CsvFault(line, 'A row is larger than 4 MiB; is a closing quote missing?');
  }

  return {
    *read(more) {
      pieces.push(more);
      size += more.length;
      if (more.includes(lineEnd)) yield* readRows(false);
      if (size > MAX_ROW_CHARACTERS) throw tooLarge();
    },
    end: () => readRows(true),
  };
}

/** Spreadsheets of some countries write semicolons; the header line shows it. */
function findDelimiter(first: string): string {
  const count = (delimiter: string) => first.split(delimiter).length - 1;
  return [';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best), ',');
}
