import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import type { Input } from '#cli/io/input.ts';
import type { ParsedDocument } from '#shared/import/parse-document.ts';
import { readTableDocuments } from '#shared/import/table-documents.ts';
import { readCsvRows } from './csv-table.ts';
import type { SourceDocuments, SourceOptions } from './source-documents.ts';

/** Documents of a table: one a row, but of a product several rows may speak. */
export async function readCsvDocuments(input: Input, options: SourceOptions): Promise<SourceDocuments> {
  const table = await readTableDocuments(readCsvRows(input), options);
  if (!table) {
    const message = `${input.name} is a Shopify product export; it goes into the collection products.`;
    throw new Failure(EXIT.usage, message);
  }
  const { documents, ...rest } = table;
  return { ...rest, groups: oneByOne(documents) };
}

async function* oneByOne(documents: AsyncIterable<ParsedDocument>): AsyncGenerator<ParsedDocument[]> {
  for await (const document of documents) yield [document];
}
