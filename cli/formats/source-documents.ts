import type { Input } from '#cli/io/input.ts';
import type { LeftOut } from '#shared/import/import-problem.ts';
import type { ShopifyCsvOptions } from '#shared/import/shopify/shopify-csv.ts';
import type { Unwrapped } from '#shared/import/unwrap-document.ts';
import { readCsvDocuments } from './csv-documents.ts';
import { findImportFormat, type ForcedFormat, type ImportFormat } from './import-format.ts';
import { readJsonValues, readNdjson, type TextPart } from './json-documents.ts';

export interface SourceOptions extends ShopifyCsvOptions {
  readonly collection: string;
  readonly format?: ForcedFormat | undefined;
}

/** One document of an input or, where that is text by text, the text that holds it. */
export type SourcePart = TextPart | Unwrapped;

export interface SourceDocuments {
  /** What the input was taken for, in words. */
  readonly format: string;
  /** As many together as came together. */
  readonly groups: AsyncIterable<readonly SourcePart[]>;
  readonly notices: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

const FORMAT_NAMES: Readonly<Record<Exclude<ImportFormat, 'csv'>, string>> = {
  ndjson: 'NDJSON',
  array: 'JSON array',
  documents: 'JSON object with documents',
  values: 'JSON',
};

/** How a Firestore document begins, or goes on soon after. */
const FIRESTORE = /"name"\s*:\s*"projects\/[^"/]+\/databases\/[^"/]+\/documents\/[^"]/;

/** The documents of an input in whatever format it has, with their places. */
export async function readSourceDocuments(input: Input, options: SourceOptions): Promise<SourceDocuments> {
  const format = findImportFormat(input, options.format);
  if (format === 'csv') return readCsvDocuments(input, options);
  const groups = format === 'ndjson' ? readNdjson(input) : readJsonValues(input, format);
  return { format: toName(input, format), groups, notices: [], leftOut: [] };
}

function toName({ head, isGzip }: Input, format: keyof typeof FORMAT_NAMES): string {
  const name = FORMAT_NAMES[format];
  const isFirestore = FIRESTORE.test(head.toString('utf8'));
  const full = !isFirestore ? name : format === 'documents' ? 'Firestore' : `Firestore, ${name}`;
  return isGzip ? `${full}, packed` : full;
}
