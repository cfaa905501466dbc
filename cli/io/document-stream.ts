import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import type { CliContext } from '#cli/context.ts';
import { splitLines } from './lines.ts';
import { countOf } from './numbers.ts';
import type { ServerConnection } from './server-connection.ts';

/** No document can begin so: field names that start and end with `__` are refused everywhere. */
const END_MARK = '{"__end__":';

/**
 * The documents of a collection, one JSON text each, ordered by id.
 * @throws Failure when the stream ends before the server's last line, or that line counts otherwise.
 */
export async function* streamDocuments(
  connection: ServerConnection,
  collection: string,
  { interruption }: Pick<CliContext, 'interruption'>,
): AsyncGenerator<Buffer> {
  const chunks = await connection.openStream('/admin/export/{collection}', { params: { collection } });
  let documents = 0;
  let promised: number | undefined;
  try {
    for await (const { bytes } of splitLines(chunks)) {
      if (bytes.length === 0) continue;
      if (promised !== undefined) throw toBroken(documents, 'there is more after the end');
      if (bytes.subarray(0, END_MARK.length).equals(Buffer.from(END_MARK))) {
        promised = readEnd(bytes);
        continue;
      }
      documents += 1;
      yield bytes;
    }
  } catch (cause) {
    interruption.throwIfAborted();
    // The platform ends a broken stream with a TypeError; what comes from the consumer is none.
    if (cause instanceof TypeError) throw toBroken(documents, 'the connection broke', cause);
    throw cause;
  }
  if (promised === undefined) throw toBroken(documents, 'the stream ended early');
  if (promised !== documents) throw toBroken(documents, `the server counted ${promised}`);
}

function readEnd(bytes: Buffer): number {
  try {
    const end = JSON.parse(bytes.toString('utf8')) as { readonly documents?: unknown };
    return typeof end.documents === 'number' ? end.documents : -1;
  } catch {
    return -1;
  }
}

function toBroken(documents: number, reason: string, cause?: unknown): Failure {
  return new Failure(
    EXIT.unreachable,
    `The export is not complete: ${reason} after ${countOf(documents, 'document')}.`,
    { hint: 'No file was changed. Run the same command again.', cause },
  );
}
