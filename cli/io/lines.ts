import { ByteCollector } from '#shared/import/byte-collector.ts';

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
  const collector = new ByteCollector(maxBytes);
  let line = 1;
  let byte = firstByte;
  for await (const chunk of chunks) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const lines: ByteLine[] = [];
    let start = 0;
    for (let end = buffer.indexOf(LINE_FEED); end !== -1; end = buffer.indexOf(LINE_FEED, start)) {
      collector.add(buffer.subarray(start, end));
      const { bytes, length, isCut } = collector.take();
      lines.push({ bytes: withoutReturn(bytes), line, byte, isCut });
      line += 1;
      byte += length + 1;
      start = end + 1;
    }
    collector.add(buffer.subarray(start));
    if (lines.length > 0) yield lines;
  }
  const { bytes, length, isCut } = collector.take();
  if (length > 0) yield [{ bytes: withoutReturn(bytes), line, byte, isCut }];
}

function withoutReturn(bytes: Uint8Array): Buffer {
  const length = bytes[bytes.length - 1] === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
  return Buffer.from(bytes.buffer, bytes.byteOffset, length);
}
