import { ByteCollector, type Collected } from '#shared/import/byte-collector.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** A line without its line end. */
export interface ByteLine {
  readonly bytes: Buffer;
  /** From 1. */
  readonly line: number;
  /** Offset of its first byte in the input. */
  readonly byte: number;
  /** Only its beginning is here: the line is larger than anything that is taken. */
  readonly isCut: boolean;
}

export interface LineOptions {
  readonly firstByte?: number;
  /** Of a larger line the beginning is kept, so that none fills the memory. */
  readonly maxBytes?: number;
}

/**
 * Lines ended by LF or CR LF; a CR alone stays, and so does an empty line. The rest after the last LF counts when it
 * isn't empty.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  options: LineOptions = {},
): AsyncGenerator<ByteLine> {
  for await (const lines of splitLineGroups(chunks, options)) {
    for (const line of lines) yield line;
  }
}

/** The same lines, those that end in one chunk together: waiting for each of them costs more than most do with it. */
export async function* splitLineGroups(
  chunks: AsyncIterable<Uint8Array>,
  { firstByte = 0, maxBytes = Infinity }: LineOptions = {},
): AsyncGenerator<readonly ByteLine[]> {
  // Of the line that ends in a later chunk.
  const beginning = new ByteCollector(maxBytes);
  let begun = 0;
  let line = 1;
  let byte = firstByte;
  for await (const chunk of chunks) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const lines: ByteLine[] = [];
    let start = 0;
    for (let end = buffer.indexOf(LINE_FEED); end !== -1; end = buffer.indexOf(LINE_FEED, start)) {
      const length = begun + end - start;
      if (begun === 0 && length <= maxBytes) {
        lines.push({ bytes: cut(buffer, start, end), line, byte, isCut: false });
      } else {
        beginning.add(buffer.subarray(start, end));
        lines.push(toLine(beginning.take(), line, byte));
        begun = 0;
      }
      line += 1;
      byte += length + 1;
      start = end + 1;
    }
    beginning.add(buffer.subarray(start));
    begun += buffer.length - start;
    if (lines.length > 0) yield lines;
  }
  if (begun > 0) yield [toLine(beginning.take(), line, byte)];
}

function toLine({ bytes, isCut }: Collected, line: number, byte: number): ByteLine {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return { bytes: cut(buffer, 0, buffer.length), line, byte, isCut };
}

/** A part of the bytes, without the carriage return at its end. */
function cut(bytes: Buffer, start: number, end: number): Buffer {
  return bytes.subarray(start, end > start && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end);
}
