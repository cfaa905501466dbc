import type { Input } from '#cli/io/input.ts';
import { splitLineGroups } from '#cli/io/lines.ts';
import type { ImportProblem } from '#shared/import/import-problem.ts';
import { splitJsonValues } from '#shared/import/json-values.ts';
import { parseDocument, type ParsedDocument } from '#shared/import/parse-document.ts';

/** The text of one value of an input, of which nothing is known yet. */
export interface TextPart {
  readonly kind: 'text';
  readonly bytes: Buffer;
  readonly line: number;
  readonly column: number;
  readonly byte: number;
  readonly isCut: boolean;
}

type JsonPart = TextPart | { readonly kind: 'problem'; readonly problem: ImportProblem };

/** Of one document's text: a document of 1 MiB takes six times that when every character is written as an escape. */
export const MAX_TEXT_BYTES = 16_777_216;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** One document a line, those of a chunk together. */
export async function* readNdjson({ chunks, firstByte }: Input): AsyncGenerator<readonly TextPart[]> {
  for await (const lines of splitLineGroups(chunks, { firstByte, maxBytes: MAX_TEXT_BYTES })) {
    yield lines.map(({ bytes, line, byte, isCut }) => ({
      kind: 'text',
      bytes,
      line,
      column: 1,
      byte,
      isCut,
    }));
  }
}

/** The elements of an array, of an object's array, or values one after another. */
export async function* readJsonValues(
  { chunks, firstByte }: Input,
  shape: 'array' | 'documents' | 'values',
): AsyncGenerator<readonly JsonPart[]> {
  const options = {
    isArray: shape !== 'values',
    isInObject: shape === 'documents',
    firstByte,
    maxBytes: MAX_TEXT_BYTES,
  };
  for await (const part of splitJsonValues(chunks, options)) {
    if (part.kind === 'problem') yield [part];
    else yield [{ ...part, kind: 'text', bytes: toBuffer(part.bytes) }];
  }
}

function toBuffer({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}

/** The document of a text; nothing for a blank line. */
export function parseText(source: TextPart): ParsedDocument | undefined {
  const { bytes, line, column, byte, isCut } = source;
  if (isCut) {
    const message = `This is larger than ${MAX_TEXT_BYTES / 1_048_576} MiB; a document is far smaller. Is a line end missing?`;
    return { kind: 'problem', problem: { code: 'document-too-large', line, byte, message } };
  }
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    const offset = findInvalidByte(bytes);
    const message = 'This is not UTF-8 text; save the file as UTF-8.';
    return {
      kind: 'problem',
      problem: { code: 'invalid-utf-8', ...toPlace(source, offset), message },
      raw: { base64: bytes.toString('base64') },
    };
  }
  return text.trim() === '' ? undefined : parseDocument({ text, line, column, byte });
}

/** Line and offset of a byte within a value, which may go over several lines. */
function toPlace({ bytes, line, byte }: TextPart, offset: number): { line: number; byte: number } {
  let breaks = 0;
  for (let index = bytes.indexOf(10); index !== -1 && index < offset; index = bytes.indexOf(10, index + 1)) {
    breaks += 1;
  }
  return { line: line + breaks, byte: byte + offset };
}

/** Offset of the first byte that is not UTF-8. */
export function findInvalidByte(bytes: Buffer): number {
  let offset = 0;
  for (const character of bytes.toString('utf8')) {
    const length = Buffer.byteLength(character);
    // Decoding puts this character where bytes are wrong; in a right text it stands as itself.
    if (character === '\ufffd' && !bytes.subarray(offset, offset + length).equals(Buffer.from(character))) {
      return offset;
    }
    offset += length;
  }
  return offset;
}
