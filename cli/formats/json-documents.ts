import type { Input } from '#cli/io/input.ts';
import { splitLines } from '#cli/io/lines.ts';
import { splitJsonValues } from '#shared/import/json-values.ts';
import { parseDocument, type ParsedDocument } from '#shared/import/parse-document.ts';

interface TextBytes {
  readonly bytes: Uint8Array;
  readonly line: number;
  readonly column: number;
  readonly byte: number;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** One document a line; blank lines are passed over. */
export async function* readNdjson({ chunks, firstByte }: Input): AsyncGenerator<ParsedDocument> {
  for await (const { bytes, line, byte } of splitLines(chunks, firstByte)) {
    const parsed = parseBytes({ bytes, line, column: 1, byte });
    if (parsed) yield parsed;
  }
}

/** The elements of an array, or values one after another. */
export async function* readJsonValues(
  { chunks, firstByte }: Input,
  isArray: boolean,
): AsyncGenerator<ParsedDocument> {
  for await (const part of splitJsonValues(chunks, { isArray, firstByte })) {
    const parsed = part.kind === 'problem' ? part : parseBytes(part);
    if (parsed) yield parsed;
  }
}

function parseBytes(source: TextBytes): ParsedDocument | undefined {
  const { bytes, ...position } = source;
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    const byte = position.byte + findInvalidByte(bytes);
    const message = 'This is not UTF-8 text; save the file as UTF-8.';
    return { kind: 'problem', problem: { code: 'invalid-utf-8', line: position.line, byte, message } };
  }
  return text.trim() === '' ? undefined : parseDocument({ text, ...position });
}

/** Offset of the first byte that is not UTF-8. */
export function findInvalidByte(bytes: Uint8Array): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = 0;
  for (const character of buffer.toString('utf8')) {
    const length = Buffer.byteLength(character);
    // Decoding puts this character where bytes are wrong; in a right text it stands as itself.
    if (character === '\ufffd' && !buffer.subarray(offset, offset + length).equals(Buffer.from(character))) {
      return offset;
    }
    offset += length;
  }
  return offset;
}
