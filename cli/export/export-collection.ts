import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { CliContext } from '#cli/context.ts';
import { streamExport, type ExportQuery } from '#cli/io/document-stream.ts';
import type { Output } from '#cli/io/output.ts';
import type { Progress } from '#cli/io/progress.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { ENCODERS, type ExportFormat } from './export-format.ts';

export interface CollectionExport {
  readonly collection: string;
  readonly format: ExportFormat;
  readonly isGzip: boolean;
  readonly query: ExportQuery;
  /** Expected number of documents, for the progress. */
  readonly total: number | undefined;
  readonly progress: Progress;
}

/** The manifest's entry for a collection. */
export interface ExportedCollection {
  readonly documents: number;
  /** Number of history entries, when requested. */
  readonly history?: number;
  readonly bytes: number;
  /** Of the file, in hexadecimal. */
  readonly sha256: string;
}

/** Writes a collection to an output, which the caller finishes. */
export async function exportCollection(
  context: CliContext,
  connection: ServerConnection,
  options: CollectionExport,
  output: Output,
): Promise<ExportedCollection> {
  const { collection, query, progress, total } = options;
  const hash = createHash('sha256');
  let documents = 0;
  let history = 0;
  let bytes = 0;

  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const block of streamExport(connection, collection, query, context)) {
      documents += block.documents;
      history += block.history;
      progress.report({ documents, bytes, totalDocuments: total });
      yield block.bytes;
    }
  }

  const encoded = ENCODERS[options.format](counted(), collection);
  for await (const piece of options.isGzip ? gzip(encoded) : encoded) {
    context.interruption.throwIfAborted();
    bytes += piece.length;
    hash.update(piece);
    await output.write(piece);
  }
  return {
    documents,
    ...(query.withHistory ? { history } : {}),
    bytes,
    sha256: hash.digest('hex'),
  };
}

/** Deterministic: the gzip header has neither name nor time. */
function gzip(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const packed = createGzip();
  // `pipeline` requires a callback; errors surface in the iteration.
  pipeline(Readable.from(chunks), packed, () => undefined);
  return packed as AsyncIterable<Uint8Array>;
}
