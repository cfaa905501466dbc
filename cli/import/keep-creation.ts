import type { CliContext } from '#cli/context.ts';
import { streamDocuments } from '#cli/io/document-stream.ts';
import { splitLines } from '#cli/io/lines.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { AppError } from '#shared/kernel/app-error.ts';

/** Stored time of creation by id. */
export type StoredCreation = ReadonlyMap<string, string>;

/**
 * An input that names no time of creation must not move that of documents which exist already; otherwise every import of
 * the same table would count as a change of all its documents.
 */
export async function readStoredCreation(
  context: CliContext,
  connection: ServerConnection,
  wanted: { readonly collection: string; readonly ids: ReadonlySet<string> },
): Promise<StoredCreation> {
  const stored = new Map<string, string>();
  if (wanted.ids.size === 0) return stored;
  try {
    for await (const bytes of streamDocuments(connection, wanted.collection, context)) {
      const document = JSON.parse(bytes.toString('utf8')) as Readonly<Record<string, unknown>>;
      const { FBUID: id, createdAt } = document;
      if (typeof id === 'string' && typeof createdAt === 'string' && wanted.ids.has(id))
        stored.set(id, createdAt);
    }
  } catch (error) {
    // A collection that doesn't exist yet has no document to keep.
    if (!(error instanceof AppError) || error.code !== 'not-found') throw error;
  }
  return stored;
}

/** Lines of documents with the stored time of creation where there is one. */
export async function* withStoredCreation(
  chunks: AsyncIterable<Uint8Array>,
  stored: StoredCreation,
): AsyncGenerator<Uint8Array> {
  if (stored.size === 0) {
    yield* chunks;
    return;
  }
  for await (const { bytes } of splitLines(chunks)) {
    const document = JSON.parse(bytes.toString('utf8')) as Readonly<Record<string, unknown>>;
    const createdAt = stored.get(String(document['FBUID']));
    yield Buffer.from(`${JSON.stringify(createdAt === undefined ? document : { ...document, createdAt })}\n`);
  }
}
