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

/**
 * Lines ended by LF or CR LF; a CR alone stays, and so does an empty line. The rest after the last LF counts when it
 * isn't empty. Of a line larger than `maxBytes` the beginning is kept, so that no line fills the memory.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  { firstByte = 0, maxBytes = Infinity }: { readonly firstByte?: number; readonly maxBytes?: number } = {},
): AsyncGenerator<ByteLine> {
  const collector = new ByteCollector(maxBytes);
  let line = 1;
  let byte = firstByte;
  for await (const chunk of chunks) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (let end = buffer.indexOf(LINE_FEED); end !== -1; end = buffer.indexOf(LINE_FEED, start)) {
      collector.add(buffer.subarray(start, end));
      const { bytes, length, isCut } = collector.take();
      yield { bytes: withoutReturn(bytes), line, byte, isCut };
      line += 1;
      byte += length + 1;
      start = end + 1;
    }
    collector.add(buffer.subarray(start));
  }
  const { bytes, length, isCut } = collector.take();
  if (length > 0) yield { bytes: withoutReturn(bytes), line, byte, isCut };
}

function withoutReturn(bytes: Uint8Array): Buffer {
  const length = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
  return Buffer.from(bytes.buffer, bytes.byteOffset, length);
}
