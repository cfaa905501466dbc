import { splitJsonValues, type JsonBytes } from '#shared/import/json-values.ts';
import { parseDocument, type ParsedDocument } from '#shared/import/parse-document.ts';
import { findLayout } from './find-layout.ts';
import { notUtf8, splitLines, type TextPart } from './split-lines.ts';
import { streamChunks } from '../stream-chunks.ts';

/** The documents of a file in its order, read bit by bit: one a line, the elements of an array, or one after another. */
export async function* readDocuments(file: File): AsyncGenerator<ParsedDocument> {
  const { layout, firstByte } = await findLayout(file);
  const chunks = streamChunks(file.slice(firstByte).stream());
  const parts =
    layout === 'lines' ? splitLines(chunks, firstByte) : decodeValues(chunks, layout === 'array', firstByte);
  for await (const part of parts) {
    if (part.kind === 'problem') yield part;
    else if (part.source.text.trim() !== '') yield parseDocument(part.source);
  }
}

async function* decodeValues(
  chunks: AsyncIterable<Uint8Array>,
  isArray: boolean,
  firstByte: number,
): AsyncGenerator<TextPart> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for await (const part of splitJsonValues(chunks, { isArray, firstByte })) {
    yield part.kind === 'problem' ? part : toText(part, decoder);
  }
}

function toText({ bytes, line, column, byte }: JsonBytes, decoder: TextDecoder): TextPart {
  try {
    return { kind: 'text', source: { text: decoder.decode(bytes), line, column, byte } };
  } catch {
    return notUtf8(line, byte);
  }
}
