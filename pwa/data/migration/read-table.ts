import { products } from '#shared/collections/products.ts';
import { readTable as readParts } from '#shared/import/csv-table.ts';
import {
  readTableDocuments,
  type TableDocuments,
  type TableOptions,
} from '#shared/import/table-documents.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { decodeTable } from './decode-table.ts';
import type { OpenedFile } from './open-file.ts';

/** Of products all rows are looked at together. */
const MAX_PRODUCTS_BYTES = 64 * 1_048_576;

/** The documents of a table; `undefined` for products that go elsewhere. @throws AppError */
export function readTable(
  file: OpenedFile,
  options: TableOptions,
  pause: () => Promise<void>,
): Promise<TableDocuments | undefined> {
  const chunks = options.collection === products.name ? limit(file) : file.chunks;
  const table = { head: new TextDecoder().decode(file.head), texts: decodeTable(chunks, file.firstByte) };
  return readTableDocuments(readParts(table), options, pause);
}

async function* limit({ name, chunks }: OpenedFile): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MAX_PRODUCTS_BYTES) {
      throw new AppError(
        'resource-exhausted',
        `${name} is a table of products of more than 64 MiB, which is too large to be read here. Nothing was written; import it from the command line, or save it as NDJSON.`,
      );
    }
    yield chunk;
  }
}
