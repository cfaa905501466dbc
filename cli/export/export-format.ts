import { basename } from 'node:path';
import { splitLines } from '#cli/io/lines.ts';
import { toFirestoreDocument } from '#shared/import/firestore-document.ts';
import { encodeCsv } from './csv-export.ts';

export const EXPORT_FORMATS = ['ndjson', 'json', 'csv', 'firestore'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Encodes NDJSON, in chunks of any size, as a file. */
export type Encoder = (lines: AsyncIterable<Uint8Array>, collection: string) => AsyncIterable<Uint8Array>;

export const ENCODERS: Readonly<Record<ExportFormat, Encoder>> = {
  ndjson: (lines) => lines,
  json: (lines) => encodeArray(documentsOf(lines), ['[', ']']),
  csv: (lines) => encodeCsv(documentsOf(lines)),
  firestore: (lines, collection) =>
    encodeArray(toFirestore(documentsOf(lines), collection), ['{"documents":[', ']}']),
};

/** File extensions. */
export const EXTENSIONS: Readonly<Record<ExportFormat, string>> = {
  ndjson: '.ndjson',
  json: '.json',
  csv: '.csv',
  firestore: '.firestore.json',
};

/** The format for a file extension; NDJSON by default. */
export function toExportFormat(file: string): ExportFormat {
  const name = basename(file).toLowerCase().replace(/\.gz$/, '');
  // `.firestore.json` before `.json`.
  return EXPORT_FORMATS.toReversed().find((format) => name.endsWith(EXTENSIONS[format])) ?? 'ndjson';
}

async function* documentsOf(lines: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  yield* splitLines(lines);
}

/** An array with one document per line. */
async function* encodeArray(
  documents: AsyncIterable<Buffer>,
  [open, close]: readonly [open: string, close: string],
): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const document of documents) {
    yield Buffer.from(isFirst ? `${open}\n` : ',\n');
    yield document;
    isFirst = false;
  }
  yield Buffer.from(isFirst ? `${open}${close}\n` : `\n${close}\n`);
}

/** A page of Firestore's REST API, `{"documents":[{"name":…,"fields":{…}}]}`. */
async function* toFirestore(documents: AsyncIterable<Buffer>, collection: string): AsyncGenerator<Buffer> {
  for await (const bytes of documents) {
    const document = JSON.parse(bytes.toString('utf8')) as Readonly<Record<string, unknown>>;
    yield Buffer.from(JSON.stringify(toFirestoreDocument(collection, document)));
  }
}
