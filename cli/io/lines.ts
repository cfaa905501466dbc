const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** A line without its line end. */
export interface ByteLine {
  readonly bytes: Buffer;
  /** From 1. */
  readonly line: number;
  /** Offset of its first byte in the input. */
  readonly byte: number;
}

/** Lines ended by LF or CR LF; a CR alone stays, and so does an empty line. The rest after the last LF counts when it isn't empty. */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  firstByte = 0,
): AsyncGenerator<ByteLine> {
  let pieces: Buffer[] = [];
  let line = 1;
  let byte = firstByte;
  for await (const chunk of chunks) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (let end = buffer.indexOf(LINE_FEED); end !== -1; end = buffer.indexOf(LINE_FEED, start)) {
      const whole = join(pieces, buffer.subarray(start, end));
      yield { bytes: withoutReturn(whole), line, byte };
      pieces = [];
      line += 1;
      byte += whole.length + 1;
      start = end + 1;
    }
    if (start < buffer.length) pieces.push(buffer.subarray(start));
  }
  if (pieces.length > 0) yield { bytes: withoutReturn(Buffer.concat(pieces)), line, byte };
}

function join(pieces: readonly Buffer[], last: Buffer): Buffer {
  return pieces.length === 0 ? last : Buffer.concat([...pieces, last]);
}

function withoutReturn(bytes: Buffer): Buffer {
  return bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;
}
