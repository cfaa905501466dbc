import { AppError, fromErrorBody } from '#shared/kernel/app-error.ts';
import { READ_FAILURES } from '#shared/migration/read-failures.ts';
import type { AppStore } from '../app-store.ts';
import { createCallHeaders } from '../sync/device-client.ts';
import { logError } from '../log.ts';
import { pageClientOptions } from '../sync/page-client.ts';
import { streamChunks } from '../sync/stream-chunks.ts';
import { adminClient } from './admin-calls.ts';

/** `ndjson`: one document a line; `json`: one array. */
export type ExportFormat = 'ndjson' | 'json';

/** Start of the last line. No document starts like this: field names that start and end with `__` are invalid. */
const END_MARK = '{"__end__":';

/** A part of the file. */
export interface ExportChunk {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Number of documents in this chunk. */
  readonly documents: number;
}

/**
 * Streams all documents of a collection as a file, ordered by id.
 * @throws AppError `unavailable` when the response was cut off, because half a collection is no export
 */
export async function* exportCollection(
  app: AppStore,
  collection: string,
  format: ExportFormat,
  signal: AbortSignal,
): AsyncGenerator<ExportChunk> {
  const encoder = new TextEncoder();
  let documents = 0;
  let promised: number | undefined;
  try {
    for await (const lines of readLines(await openExport(app, collection, signal))) {
      const before = documents;
      let text = '';
      for (const line of lines) {
        if (line.startsWith(END_MARK)) promised = readEnd(line);
        else text += toPiece(format, line, documents++);
      }
      if (text !== '') yield { bytes: encoder.encode(text), documents: documents - before };
    }
    if (promised !== documents) throw cutOff(documents);
  } catch (error) {
    if (!signal.aborted) logError(READ_FAILURES.source, error);
    throw error instanceof AppError || signal.aborted ? error : cutOff(documents, error);
  }
  if (format === 'json') yield { bytes: encoder.encode(documents === 0 ? '[]\n' : '\n]\n'), documents: 0 };
}

function toPiece(format: ExportFormat, line: string, before: number): string {
  if (format === 'ndjson') return `${line}\n`;
  return (before === 0 ? '[\n' : ',\n') + line;
}

async function openExport(
  app: AppStore,
  collection: string,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const headers = await createCallHeaders(pageClientOptions(app))('GET');
  const url = adminClient(app).url('/admin/export/{collection}', { params: { collection } });
  const response = await app.fetch(url, { headers, signal, credentials: 'same-origin' });
  if (response.ok && response.body) return response.body;
  throw await toRefusal(response);
}

async function toRefusal(response: Response): Promise<AppError> {
  return fromErrorBody(await response.json().catch(() => null), response.status) ?? cutOff(0);
}

/** The complete lines of each chunk. */
async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of streamChunks(body)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield lines.filter((line) => line !== '');
  }
}

function readEnd(line: string): number {
  const { documents } = JSON.parse(line) as { readonly documents?: unknown };
  return typeof documents === 'number' ? documents : -1;
}

function cutOff(documents: number, cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    `The export broke off after ${documents} ${documents === 1 ? 'document' : 'documents'}, so no file was made. Nothing is lost; export again.`,
    { cause },
  );
}
