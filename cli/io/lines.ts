const LINE_FEED = 10;

/** The lines of a stream without their line feeds; what follows the last line feed is a line unless it is empty. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const lines of splitLineGroups(chunks)) yield* lines;
}

/** The same, with the lines of a chunk together: awaiting each line costs more than reading it. */
export async function* splitLineGroups(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Buffer[]> {
  // Parts of a line that ends in a later chunk, joined once: adding each to those before takes quadratic time.
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
