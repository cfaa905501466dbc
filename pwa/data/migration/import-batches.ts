import { utf8Length } from '#shared/documents/document-ids.ts';
import { toImportLine } from '#shared/import/import-line.ts';
import type { ReadyDocument } from './check-file.ts';

/** Bytes of one request; the server takes twice as many. */
const MAX_BATCH_BYTES = 1_048_576;

export interface ImportBatch {
  /** One document a line. */
  readonly text: string;
  readonly documents: number;
}

interface BatchOptions {
  /** How many at the beginning were sent before. */
  readonly skipped: number;
  /** Whether the time of the last change decides, and goes along. */
  readonly isTimed: boolean;
}

/** Documents as texts of one request each. */
export async function* toBatches(
  documents: AsyncIterable<ReadyDocument>,
  { skipped, isTimed }: BatchOptions,
): AsyncGenerator<ImportBatch> {
  let lines: string[] = [];
  let bytes = 0;
  let index = 0;
  for await (const { document, updatedAt } of documents) {
    index += 1;
    if (index <= skipped) continue;
    const line = `${toImportLine(JSON.stringify(document), isTimed ? updatedAt : undefined)}\n`;
    const size = utf8Length(line);
    if (lines.length > 0 && bytes + size > MAX_BATCH_BYTES) {
      yield { text: lines.join(''), documents: lines.length };
      lines = [];
      bytes = 0;
    }
    lines.push(line);
    bytes += size;
  }
  if (lines.length > 0) yield { text: lines.join(''), documents: lines.length };
}
