import type { LeftOut } from '#shared/import/import-problem.ts';
import { splitJsonValues, type JsonBytes } from '#shared/import/json-values.ts';
import { parseDocument, type ParsedDocument } from '#shared/import/parse-document.ts';
import { unwrapDocument, type Unwrapped } from '#shared/import/unwrap-document.ts';
import { findLayout, type Layout } from './find-layout.ts';
import { notUtf8, splitLines, type TextPart } from './split-lines.ts';
import { streamChunks } from '../stream-chunks.ts';

export interface FileDocuments {
  readonly documents: AsyncIterable<Unwrapped>;
  /** Sentences about what was decided on the way, for a person. */
  readonly notices: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

/** A table is read as a whole. */
const MAX_TABLE_BYTES = 64 * 1_048_576;
const TOO_LARGE =
  'A table of more than 64 MiB is too large to be read here. Import it from the command line, or save it as NDJSON.';
const MISPLACED = 'This is a Shopify product export; it goes into the collection products.';

/** The documents of a file in its order, whatever its layout; JSON is read bit by bit. */
export async function openDocuments(file: File, collection: string): Promise<FileDocuments> {
  const { layout, firstByte } = await findLayout(file);
  if (layout !== 'table') {
    return { documents: unwrapAll(readJson(file, layout, firstByte)), notices: [], leftOut: [] };
  }
  if (file.size > MAX_TABLE_BYTES) return { documents: refused(TOO_LARGE), notices: [], leftOut: [] };
  // Most files are none.
  const { readTable } = await import('./read-table.ts');
  const table = await readTable(file, firstByte, collection);
  return table ?? { documents: refused(MISPLACED), notices: [], leftOut: [] };
}

async function* unwrapAll(documents: AsyncIterable<ParsedDocument>): AsyncGenerator<Unwrapped> {
  for await (const parsed of documents) yield unwrapDocument(parsed);
}

async function* refused(message: string): AsyncGenerator<ParsedDocument> {
  yield { kind: 'problem', problem: { code: 'invalid-csv', line: 1, message } };
}

async function* readJson(
  file: File,
  layout: Exclude<Layout, 'table'>,
  firstByte: number,
): AsyncGenerator<ParsedDocument> {
  const chunks = streamChunks(file.slice(firstByte).stream());
  const parts = layout === 'lines' ? splitLines(chunks, firstByte) : decodeValues(chunks, layout, firstByte);
  for await (const part of parts) {
    if (part.kind === 'problem') yield part;
    else if (part.source.text.trim() !== '') yield parseDocument(part.source);
  }
}

async function* decodeValues(
  chunks: AsyncIterable<Uint8Array>,
  layout: 'array' | 'documents' | 'values',
  firstByte: number,
): AsyncGenerator<TextPart> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const options = { isArray: layout !== 'values', isInObject: layout === 'documents', firstByte };
  for await (const part of splitJsonValues(chunks, options)) {
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
