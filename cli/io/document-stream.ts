import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import type { CliContext } from '#cli/context.ts';
import { END_KEY, HISTORY_KEY } from '#shared/import/envelope.ts';
import { splitLines } from './lines.ts';
import { countOf } from './numbers.ts';
import type { ServerConnection } from './server-connection.ts';

export interface ExportQuery {
  /** ISO time in UTC: only documents changed then or later. */
  readonly since?: string | undefined;
  /** Adds the history entries after each document. */
  readonly withHistory?: boolean;
  /** Adds the metadata of each document's latest write, and includes deleted documents. */
  readonly withEnvelope?: boolean;
}

/** Complete lines of an export, each with its line feed. */
export interface ExportBlock {
  readonly bytes: Uint8Array;
  readonly documents: number;
  /** Number of history entries. */
  readonly history: number;
}

const LINE_FEED = 10;
/** No document starts with this: field names that start and end with `__` are invalid. */
const RESERVED_MARK = Buffer.from('{"__');
const END_MARK = Buffer.from(`{"${END_KEY}":`);
const HISTORY_MARK = Buffer.from(`{"${HISTORY_KEY}":`);

/** The documents of a collection as JSON, ordered by id. */
export async function* streamDocuments(
  connection: ServerConnection,
  collection: string,
  context: Pick<CliContext, 'interruption'>,
): AsyncGenerator<Buffer> {
  async function* lines(): AsyncGenerator<Uint8Array> {
    for await (const { bytes } of streamExport(connection, collection, {}, context)) yield bytes;
  }
  yield* splitLines(lines());
}

/**
 * Streams the export of a collection.
 * @throws Failure when the stream ends before the server's end line, or when the counts in that line differ
 */
export async function* streamExport(
  connection: ServerConnection,
  collection: string,
  { since, withHistory, withEnvelope }: ExportQuery,
  { interruption }: Pick<CliContext, 'interruption'>,
): AsyncGenerator<ExportBlock> {
  const query = { since, history: toFlag(withHistory), envelope: toFlag(withEnvelope) };
  const chunks = await connection.openStream('/admin/export/{collection}', { params: { collection }, query });
  const found = { documents: 0, history: 0 };
  let expected: typeof found | undefined;
  try {
    for await (const lines of wholeLines(chunks)) {
      if (expected !== undefined) throw toIncomplete(found.documents, 'there is data after the end line');
      if (lines.at(-1) !== LINE_FEED) break;
      const { end, documents, history } = countLines(lines);
      found.documents += documents;
      found.history += history;
      if (end > 0) yield { bytes: lines.subarray(0, end), documents, history };
      if (end === lines.length) continue;
      if (lines.indexOf(LINE_FEED, end) + 1 < lines.length)
        throw toIncomplete(found.documents, 'there is data after the end line');
      expected = readEnd(lines.subarray(end));
    }
  } catch (cause) {
    interruption.throwIfAborted();
    // fetch reports a broken connection as a TypeError.
    if (cause instanceof TypeError) throw toIncomplete(found.documents, 'the connection broke', cause);
    throw cause;
  }
  const { documents } = found;
  if (expected === undefined) throw toIncomplete(documents, 'the stream ended early');
  if (expected.documents !== documents)
    throw toIncomplete(documents, `the server counted ${expected.documents}`);
  if (expected.history !== found.history)
    throw toIncomplete(
      documents,
      `the server counted ${expected.history} history entries, not ${found.history},`,
    );
}

/** Yields all complete lines of a chunk at once. A last piece without a line feed means that the stream was cut off. */
async function* wholeLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Uint8Array[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) {
      yield Buffer.concat([...rest, chunk.subarray(0, end)]);
      rest = [];
    }
    if (end < chunk.length) rest.push(chunk.subarray(end));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}

/** Counts documents and history entries. @returns `end`: where the server's end line starts */
function countLines(lines: Buffer): { end: number; documents: number; history: number } {
  let [documents, history, start] = [0, 0, 0];
  while (start < lines.length) {
    if (startsWith(lines, RESERVED_MARK, start)) {
      if (startsWith(lines, END_MARK, start)) break;
      if (startsWith(lines, HISTORY_MARK, start)) history += 1;
      else documents += 1;
    } else documents += 1;
    start = lines.indexOf(LINE_FEED, start) + 1;
  }
  return { end: start, documents, history };
}

function toFlag(value: boolean | undefined): 1 | undefined {
  return value === true ? 1 : undefined;
}

function startsWith(lines: Buffer, mark: Buffer, at: number): boolean {
  for (let index = 0; index < mark.length; index += 1) {
    if (lines[at + index] !== mark[index]) return false;
  }
  return true;
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

function toIncomplete(documents: number, reason: string, cause?: unknown): Failure {
  return new Failure(
    EXIT.unreachable,
    `The export is incomplete: ${reason} after ${countOf(documents, 'document')}.`,
    { hint: 'No file was changed. Run the same command again.', cause },
  );
}
