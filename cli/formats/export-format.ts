import { extname } from 'node:path';
import { encodeCsv } from './csv-export.ts';

export const EXPORT_FORMATS = ['ndjson', 'json', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Turns documents, one JSON text each, into the bytes of a file. */
export type Encoder = (documents: AsyncIterable<Buffer>) => AsyncIterable<Uint8Array>;

export const ENCODERS: Readonly<Record<ExportFormat, Encoder>> = {
  ndjson: encodeNdjson,
  json: encodeJson,
  csv: encodeCsv,
};

/** The format a file name asks for; NDJSON otherwise. */
export function toExportFormat(file: string): ExportFormat {
  const extension = extname(file).slice(1).toLowerCase();
  return EXPORT_FORMATS.find((format) => format === extension) ?? 'ndjson';
}

const LINE_FEED = Buffer.from('\n');

async function* encodeNdjson(documents: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  for await (const document of documents) {
    yield document;
    yield LINE_FEED;
  }
}

async function* encodeJson(documents: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const document of documents) {
    yield Buffer.from(isFirst ? '[\n' : ',\n');
    yield document;
    isFirst = false;
  }
  yield Buffer.from(isFirst ? '[]\n' : '\n]\n');
}
