import { AppError, fromErrorBody } from '#shared/kernel/app-error.ts';
import { READ_FAILURES } from '#shared/migration/read-failures.ts';
import type { AppStore } from '../app-store.ts';
import { createCallHeaders } from '../sync/device-client.ts';
import { logError } from '../log.ts';
import { pageClientOptions } from '../sync/page-client.ts';
import { streamChunks } from '../sync/stream-chunks.ts';
import { adminClient } from './admin-calls.ts';

/** `ndjson`: a document a line; `json`: one array. */
export type ExportFormat = 'ndjson' | 'json';

/** No document can begin so: field names that start and end with `__` are refused everywhere. */
const END_MARK = '{"__end__":';

/** Some bytes of the file. */
export interface ExportChunk {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of this chunk. */
  readonly documents: number;
}

/**
 * The file of all documents of a collection, ordered by id, as it comes in.
 * @throws AppError `unavailable` when the answer was cut off: half a collection is no export
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
  const answer = await app.fetch(url, { headers, signal, credentials: 'same-origin' });
  if (answer.ok && answer.body) return answer.body;
  throw await toRefusal(answer);
}

async function toRefusal(answer: Response): Promise<AppError> {
  return fromErrorBody(await answer.json().catch(() => null), answer.status) ?? cutOff(0);
}

/** Whole lines, as many at once as have come. */
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
