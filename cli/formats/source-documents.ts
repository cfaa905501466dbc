import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import type { Input } from '#cli/io/input.ts';
import { products } from '#shared/collections/products.ts';
import { mapCsvRows } from '#shared/import/csv-documents.ts';
import type { LeftOut, MappedDocuments } from '#shared/import/import-problem.ts';
import type { ParsedDocument } from '#shared/import/parse-document.ts';
import { mapProductRows } from '#shared/import/product-csv.ts';
import { isShopifyHeader } from '#shared/import/shopify/shopify-columns.ts';
import { mapShopifyRows, type ShopifyCsvOptions } from '#shared/import/shopify/shopify-csv.ts';
import { readCsvTable } from './csv-table.ts';
import { findImportFormat, type ImportFormat } from './import-format.ts';
import { readJsonValues, readNdjson } from './json-documents.ts';

export interface SourceOptions extends ShopifyCsvOptions {
  readonly collection: string;
}

export interface SourceDocuments {
  /** What the input was taken for, in words. */
  readonly format: string;
  readonly documents: AsyncIterable<ParsedDocument> | Iterable<ParsedDocument>;
  readonly notices: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

const FORMAT_NAMES: Readonly<Record<Exclude<ImportFormat, 'csv'>, string>> = {
  ndjson: 'NDJSON',
  array: 'JSON array',
  values: 'JSON',
};

/** The documents of an input in whatever format it has, with their lines. */
export async function readSourceDocuments(input: Input, options: SourceOptions): Promise<SourceDocuments> {
  const format = findImportFormat(input);
  if (format === 'csv') return readCsvDocuments(input, options);
  const documents = format === 'ndjson' ? readNdjson(input) : readJsonValues(input, format === 'array');
  return { format: FORMAT_NAMES[format], documents, notices: [], leftOut: [] };
}

async function readCsvDocuments(input: Input, options: SourceOptions): Promise<SourceDocuments> {
  const { header, rows, problems } = await readCsvTable(input);
  const isShopify = isShopifyHeader(header);
  const isProducts = options.collection === products.name;
  if (isShopify && !isProducts) {
    throw new Failure(
      EXIT.usage,
      `${input.name} is a Shopify product export; it goes into the collection products.`,
    );
  }
  const mapped = isShopify
    ? mapShopifyRows(header, rows, options)
    : isProducts && header.length > 0
      ? mapProductRows(header, rows, options)
      : mapCsvRows(header, rows);
  return {
    format: isShopify ? 'Shopify product CSV' : isProducts ? 'Product CSV' : 'CSV',
    documents: toParsed(mapped, problems),
    notices: mapped.notices,
    leftOut: mapped.leftOut,
  };
}

function toParsed(mapped: MappedDocuments, tableProblems: MappedDocuments['problems']): ParsedDocument[] {
  return [
    ...[...tableProblems, ...mapped.problems].map((problem) => ({ kind: 'problem', problem }) as const),
    ...mapped.documents.map((source) => ({ kind: 'document', source }) as const),
  ];
}
