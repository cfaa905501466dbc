import type { Actor } from '#shared/access/actor.ts';
import { listTexts } from './document-calls.ts';
import { END_KEY, HISTORY_KEY } from '#shared/import/envelope.ts';
import type { DocumentStore } from './document-store.ts';
import type { DocumentKey } from './stored-document.ts';
import { toEnvelopeText, toExportText, toWireEntry } from './to-wire.ts';

export interface ExportQuery {
  readonly collection: string;
  /** ISO time: leaves out documents that last changed earlier. */
  readonly since?: string | undefined;
  /** Adds each document's history after it, one line per entry, newest first. */
  readonly withHistory?: boolean;
  /** Adds metadata of each document's newest write under reserved names, and includes deleted documents. */
  readonly withEnvelope?: boolean;
}

/** Characters per chunk. */
const CHUNK = 1_048_576;
/** Page size when reading a history: at first, and at most. */
const FIRST_ENTRIES = 4;
const MOST_ENTRIES = 100;

/**
 * One document per line, ordered by id; a history entry is `{"__history__":{…}}`, a name that no document may have.
 * The last line, `{"__end__":true,"documents":3}`, proves that nothing was cut off; with history it also carries
 * `history`, the number of entries.
 */
export async function* exportLines(
  store: DocumentStore,
  { collection, since = '', withHistory = false, withEnvelope = false }: ExportQuery,
  actor: Actor,
): AsyncGenerator<Uint8Array> {
  let documents = 0;
  let history = 0;
  const toText = withEnvelope ? toEnvelopeText : toExportText;
  const chunk = createChunk();
  for await (const page of listTexts(store, collection, actor, withEnvelope)) {
    for (const document of page) {
      if (document.updatedAt < since) continue;
      const text = toText(document, actor);
      // A damaged document counts but is not sent, so the reader notices that one is missing.
      if (text !== undefined || document.isDamaged) documents += 1;
      if (text === undefined) continue;
      chunk.add(text, '\n');
      if (chunk.length >= CHUNK) yield chunk.take();
      if (!withHistory) continue;
      for await (const entry of historyTexts(store, document, actor)) {
        history += 1;
        chunk.add(`{"${HISTORY_KEY}":`, entry, '}\n');
        if (chunk.length >= CHUNK) yield chunk.take();
      }
    }
    if (chunk.length > 0) yield chunk.take();
  }
  yield Buffer.from(toLine({ [END_KEY]: true, documents, ...(withHistory ? { history } : {}) }));
}

function createChunk() {
  let texts: string[] = [];
  return {
    length: 0,
    add(...more: readonly string[]) {
      texts.push(...more);
      for (const text of more) this.length += text.length;
    },
    take(): Uint8Array {
      const bytes = Buffer.from(texts.join(''));
      texts = [];
      this.length = 0;
      return bytes;
    },
  };
}

/** A document's history as JSON objects, newest first, read in pages. Skips damaged entries, as `readHistory` does. */
export async function* historyTexts(
  store: DocumentStore,
  { collection, id }: DocumentKey,
  actor: Actor,
): AsyncGenerator<string> {
  let before: string | undefined;
  for (let limit = FIRST_ENTRIES; ;) {
    const rows = await store.history({ collection, id }, before, limit);
    let length = 0;
    for (const row of rows.filter(({ isDamaged }) => !isDamaged)) {
      const { at, madeAt, operation, writeId, data, updatedBy, device } = toWireEntry(row, actor);
      const text = JSON.stringify({ id, at, madeAt, operation, writeId, data, updatedBy, device });
      length += text.length;
      yield text;
    }
    if (rows.length < limit) return;
    const fitting = Math.floor((CHUNK * rows.length) / Math.max(1, length));
    limit = Math.max(1, Math.min(fitting, 4 * limit, MOST_ENTRIES));
    before = rows.at(-1)?.at;
  }
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
