import { TableNotUtf8 } from '#shared/import/csv-table.ts';

/**
 * The text of a table, bit by bit.
 * @param firstByte offset of the first of the bytes
 * @throws TableNotUtf8
 */
export async function* decodeTable(
  chunks: AsyncIterable<Uint8Array>,
  firstByte: number,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let line = 1;
  let byte = firstByte;
  // A character may be cut in two between chunks.
  let last = new Uint8Array();
  const fail = (chunk: Uint8Array): never => {
    const start = last.findIndex((code) => (code & 0xc0) !== 0x80);
    const before = start === -1 ? new Uint8Array() : last.subarray(start);
    const bytes = concat(before, chunk);
    const offset = findInvalidByte(bytes);
    const breaks = bytes.subarray(before.length, offset).filter((code) => code === LINE_FEED).length;
    throw new TableNotUtf8(line + breaks, byte - before.length + offset);
  };
  for await (const chunk of chunks) {
    let text = '';
    try {
      text = decoder.decode(chunk, { stream: true });
    } catch {
      fail(chunk);
    }
    line += text.split('\n').length - 1;
    byte += chunk.length;
    last = concat(last, chunk.subarray(-3)).subarray(-3);
    yield text;
  }
  try {
    decoder.decode();
  } catch {
    fail(new Uint8Array());
  }
}

const LINE_FEED = 10;

/** Where bytes stop being UTF-8. */
function findInvalidByte(bytes: Uint8Array): number {
  const encoder = new TextEncoder();
  let offset = 0;
  for (const character of new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)) {
    const encoded = encoder.encode(character);
    // Decoding puts this character where bytes are wrong; in a right text it stands as itself.
    if (character === '\ufffd' && encoded.some((code, index) => code !== bytes[offset + index]))
      return offset;
    offset += encoded.length;
  }
  return offset;
}

function concat(before: Uint8Array, after: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(before.length + after.length);
  all.set(before);
  all.set(after, before.length);
  return all;
}
