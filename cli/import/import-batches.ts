import { splitLines } from '#cli/io/lines.ts';
import { fromSpoolLine, type SpooledDocument } from './spooled-document.ts';

/** Documents that travel in one request. */
export interface ImportBatch {
  /** How many stand before the first of them. */
  readonly from: number;
  readonly documents: readonly SpooledDocument[];
  /** Of the request's body. */
  readonly bytes: number;
}

/** Most bytes of one request's body. A document is smaller than that, its line feed included. */
const MAX_BODY_BYTES = 1_048_576;

/** Of an import in one transaction. */
export const MAX_ATOMIC_BYTES = 16 * 1_048_576;

/** Documents of a spool in batches as large as allowed, from the one behind `position` on. */
export async function* toImportBatches(
  chunks: AsyncIterable<Uint8Array>,
  { position = 0, maxBytes = MAX_BODY_BYTES }: { position?: number; maxBytes?: number | undefined } = {},
): AsyncGenerator<ImportBatch> {
  let documents: SpooledDocument[] = [];
  let bytes = 0;
  let from = 0;
  for await (const line of splitLines(chunks)) {
    // The place in front of it is a few bytes that aren't sent; they count all the same.
    const size = line.bytes.length + 1;
    if (from + documents.length < position) {
      from += 1;
      continue;
    }
    if (bytes > 0 && bytes + size > maxBytes) {
      yield { from, documents, bytes };
      from += documents.length;
      documents = [];
      bytes = 0;
    }
    documents.push(fromSpoolLine(line.bytes));
    bytes += size;
  }
  if (documents.length > 0) yield { from, documents, bytes };
}
