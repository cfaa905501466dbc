const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** The bytes of one JSON value and its place in the unpacked file. */
export interface ValueBytes {
  readonly bytes: Buffer;
  /** From 1. */
  readonly line: number;
  /** Column of its first character, from 1. */
  readonly column: number;
  readonly byte: number;
  /** Whether the value is truncated because it exceeds `MAX_VALUE_BYTES`. */
  readonly isCut: boolean;
  /** Its key in a map of documents by id. */
  readonly key?: string | undefined;
}

/** Well above a 1 MiB document with every character escaped, which takes six times as much. */
export const MAX_VALUE_BYTES = 16_777_216;

/** Joins the pieces of a value and keeps at most `MAX_VALUE_BYTES`. */
export class ValuePieces {
  private pieces: Buffer[] = [];
  private kept = 0;
  /** Total length of all pieces, including discarded bytes. */
  length = 0;

  add(piece: Buffer): void {
    this.length += piece.length;
    const part = piece.subarray(0, MAX_VALUE_BYTES - this.kept);
    if (part.length > 0) this.pieces.push(part);
    this.kept += part.length;
  }

  /** Everything added since the last call. */
  take(): { readonly bytes: Buffer; readonly isCut: boolean } {
    const [first] = this.pieces;
    const bytes = this.pieces.length === 1 && first ? first : Buffer.concat(this.pieces);
    const isCut = this.kept < this.length;
    this.pieces = [];
    this.kept = 0;
    this.length = 0;
    return { bytes, isCut };
  }
}

/**
 * Splits chunks into lines that end with LF or CR LF, one group per chunk. A lone CR is part of its line. Text after
 * the last LF is a line unless it is empty.
 */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  firstByte: number,
): AsyncGenerator<readonly ValueBytes[]> {
  const pieces = new ValuePieces();
  let line = 1;
  let byte = firstByte;
  const finish = (last: Buffer): ValueBytes => {
    pieces.add(last);
    const { length } = pieces;
    const { bytes, isCut } = pieces.take();
    const hasReturn = !isCut && bytes[bytes.length - 1] === CARRIAGE_RETURN;
    const found = { bytes: hasReturn ? bytes.subarray(0, -1) : bytes, line, column: 1, byte, isCut };
    line += 1;
    byte += length + 1;
    return found;
  };
  for await (const chunk of chunks) {
    const lines: ValueBytes[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      lines.push(finish(chunk.subarray(start, end)));
      start = end + 1;
    }
    pieces.add(chunk.subarray(start));
    if (lines.length > 0) yield lines;
  }
  if (pieces.length > 0) yield [finish(Buffer.alloc(0))];
}

/** Counts line feeds. */
export function countBreaks(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}
