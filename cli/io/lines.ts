const LINE_FEED = 10;

/** Lines of a stream without line feeds. A non-empty rest after the last line feed is a line too. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const lines of splitLineGroups(chunks)) yield* lines;
}

/** Like `splitLines`, one array per chunk: awaiting each line costs more than reading it. */
export async function* splitLineGroups(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Buffer[]> {
  // Parts of an unfinished line. Joined once, because repeated concatenation takes quadratic time.
  let parts: Buffer[] = [];
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
      const last = bytes.subarray(start, end);
      lines.push(parts.length === 0 ? last : Buffer.concat([...parts, last]));
      parts = [];
      start = end + 1;
    }
    if (start < bytes.length) parts.push(bytes.subarray(start));
    if (lines.length > 0) yield lines;
  }
  if (parts.length > 0) yield [Buffer.concat(parts)];
}
