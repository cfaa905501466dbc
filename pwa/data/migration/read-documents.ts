import type { LeftOut } from '#shared/import/import-problem.ts';
import { splitJsonValues, type JsonBytes } from '#shared/import/json-values.ts';
import { parseDocument, type ParsedDocument } from '#shared/import/parse-document.ts';
import { unwrapDocument, type Unwrapped } from '#shared/import/unwrap-document.ts';
import type { TableFormat, TableOptions } from '#shared/import/table-documents.ts';
import { findLayout, type Layout } from './find-layout.ts';
import type { OpenedFile } from './open-file.ts';
import { notUtf8, splitLines, type TextPart } from './split-lines.ts';

export interface FileDocuments {
  /** What the file was taken for. */
  readonly format: 'JSON' | TableFormat;
  readonly documents: AsyncIterable<Unwrapped>;
  /** Sentences about what was decided on the way, for a person. */
  readonly notices: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

const MISPLACED = 'This is a Shopify product export; it goes into the collection products.';

/** The documents of a file in its order, whatever its layout, read bit by bit. @throws AppError for what is no text */
export async function openDocuments(
  file: OpenedFile,
  options: TableOptions,
  pause: () => Promise<void>,
): Promise<FileDocuments> {
  const layout = findLayout(file.head, file.name);
  if (layout !== 'table') {
    return { format: 'JSON', documents: unwrapAll(readJson(file, layout)), notices: [], leftOut: [] };
  }
  // Most files are none.
  const { readTable } = await import('./read-table.ts');
  const table = await readTable(file, options, pause);
  if (table) return table;
  return { format: 'Shopify product CSV', documents: misplaced(), notices: [], leftOut: [] };
}

async function* unwrapAll(documents: AsyncIterable<ParsedDocument>): AsyncGenerator<Unwrapped> {
  for await (const parsed of documents) yield unwrapDocument(parsed);
}

async function* misplaced(): AsyncGenerator<ParsedDocument> {
  yield { kind: 'problem', problem: { code: 'invalid-csv', line: 1, message: MISPLACED } };
}

async function* readJson(
  { chunks, firstByte }: OpenedFile,
  layout: Exclude<Layout, 'table'>,
): AsyncGenerator<ParsedDocument> {
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
