import { parse } from 'csv-parse/browser/esm/sync';
import { TableNotUtf8, toCsvOptions, toCsvParts, type CsvRecord } from '#shared/import/csv-table.ts';
import { readTableDocuments, type TableDocuments } from '#shared/import/table-documents.ts';
import { streamChunks } from '../stream-chunks.ts';

/** The documents of a table, all of whose text is in memory meanwhile; `undefined` for products that go elsewhere. */
export function readTable(
  file: File,
  firstByte: number,
  collection: string,
): Promise<TableDocuments | undefined> {
  return readTableDocuments(toCsvParts(readRecords(file.slice(firstByte), firstByte)), { collection });
}

async function* readRecords(file: Blob, firstByte: number): AsyncGenerator<CsvRecord> {
  const text = await readText(file, firstByte);
  // With `info` a record comes with its place.
  yield* parse(text, toCsvOptions(text)) as unknown as readonly CsvRecord[];
}

async function readText(file: Blob, firstByte: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  let byte = firstByte;
  try {
    for await (const chunk of streamChunks(file.stream())) {
      text += decoder.decode(chunk, { stream: true });
      byte += chunk.length;
    }
    return text + decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new TableNotUtf8(text.split('\n').length, byte);
  }
}
