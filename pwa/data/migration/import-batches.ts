import { utf8Length } from '#shared/documents/document-ids.ts';

/** Bytes of one request; the server takes twice as many. */
const MAX_BATCH_BYTES = 1_048_576;

export interface ImportBatch {
  /** One document a line. */
  readonly text: string;
  readonly documents: number;
}

/** Documents as texts of one request each. @param skipped how many at the beginning were sent before */
export async function* toBatches(
  documents: AsyncIterable<Readonly<Record<string, unknown>>>,
  skipped: number,
): AsyncGenerator<ImportBatch> {
  let lines: string[] = [];
  let bytes = 0;
  let index = 0;
  for await (const document of documents) {
    index += 1;
    if (index <= skipped) continue;
    const line = `${JSON.stringify(document)}\n`;
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
