import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import type { CliContext } from '#cli/context.ts';
import { END_KEY, HISTORY_KEY } from '#shared/import/envelope.ts';
import { splitLines } from './lines.ts';
import { countOf } from './numbers.ts';
import type { ServerConnection } from './server-connection.ts';

export interface ExportQuery {
  /** UTC time; only documents that were changed at it or later. */
  readonly since?: string | undefined;
  /** Behind each document the entries of its history. */
  readonly withHistory?: boolean;
  /** With what the server knows of each document's newest write, and with deleted ones. */
  readonly withEnvelope?: boolean;
}

/** One JSON text of an export. */
export interface ExportLine {
  readonly kind: 'document' | 'history';
  readonly bytes: Buffer;
}

/** No document can begin so: field names that start and end with `__` are refused everywhere. */
const END_MARK = Buffer.from(`{"${END_KEY}":`);
const HISTORY_MARK = Buffer.from(`{"${HISTORY_KEY}":`);

/** The documents of a collection, one JSON text each, ordered by id. */
export async function* streamDocuments(
  connection: ServerConnection,
  collection: string,
  context: Pick<CliContext, 'interruption'>,
): AsyncGenerator<Buffer> {
  for await (const { bytes } of streamExport(connection, collection, {}, context)) yield bytes;
}

/**
 * What the server exports of a collection.
 * @throws Failure when the stream ends before the server's last line, or that line counts otherwise.
 */
export async function* streamExport(
  connection: ServerConnection,
  collection: string,
  { since, withHistory, withEnvelope }: ExportQuery,
  { interruption }: Pick<CliContext, 'interruption'>,
): AsyncGenerator<ExportLine> {
  const query = { since, history: toFlag(withHistory), envelope: toFlag(withEnvelope) };
  const chunks = await connection.openStream('/admin/export/{collection}', { params: { collection }, query });
  const found = { documents: 0, history: 0 };
  let promised: typeof found | undefined;
  try {
    for await (const { bytes } of splitLines(chunks)) {
      if (bytes.length === 0) continue;
      if (promised !== undefined) throw toBroken(found.documents, 'there is more after the end');
      if (startsWith(bytes, END_MARK)) {
        promised = readEnd(bytes);
        continue;
      }
      const isHistory = startsWith(bytes, HISTORY_MARK);
      found[isHistory ? 'history' : 'documents'] += 1;
      yield { kind: isHistory ? 'history' : 'document', bytes };
    }
  } catch (cause) {
    interruption.throwIfAborted();
    // The platform ends a broken stream with a TypeError; what comes from the consumer is none.
    if (cause instanceof TypeError) throw toBroken(found.documents, 'the connection broke', cause);
    throw cause;
  }
  const { documents } = found;
  if (promised === undefined) throw toBroken(documents, 'the stream ended early');
  if (promised.documents !== documents) throw toBroken(documents, `the server counted ${promised.documents}`);
  if (promised.history !== found.history)
    throw toBroken(
      documents,
      `the server counted ${promised.history} entries of history, not ${found.history},`,
    );
}

function toFlag(value: boolean | undefined): 1 | undefined {
  return value === true ? 1 : undefined;
}

function startsWith(bytes: Buffer, mark: Buffer): boolean {
  return bytes.subarray(0, mark.length).equals(mark);
}

function readEnd(bytes: Buffer): { documents: number; history: number } {
  try {
    const end = JSON.parse(bytes.toString('utf8')) as Readonly<Record<string, unknown>>;
    const { documents, history = 0 } = end;
    return {
      documents: typeof documents === 'number' ? documents : -1,
      history: typeof history === 'number' ? history : -1,
    };
  } catch {
    return { documents: -1, history: -1 };
  }
}

function toBroken(documents: number, reason: string, cause?: unknown): Failure {
  return new Failure(
    EXIT.unreachable,
    `The export is not complete: ${reason} after ${countOf(documents, 'document')}.`,
    { hint: 'No file was changed. Run the same command again.', cause },
  );
}
