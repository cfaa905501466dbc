import type { Actor } from '#shared/access/actor.ts';
import { listTexts } from './document-calls.ts';
import { END_KEY, HISTORY_KEY } from '#shared/import/envelope.ts';
import type { DocumentKey, DocumentStore } from './document-store.ts';
import { toEnvelopeText, toExportText, toWireEntry } from './to-wire.ts';

export interface ExportQuery {
  readonly collection: string;
  /** ISO time; documents that last changed earlier are left out. */
  readonly since?: string | undefined;
  /** Behind each document its history, a line for each entry, the newest first. */
  readonly withHistory?: boolean;
  /** What the server knows of each document's newest write, in names no document may have; deleted ones come as well. */
  readonly withEnvelope?: boolean;
}

/** Characters that go out together. */
const PIECE = 1_048_576;
/** Of a history at a time: how many at first, and at most. */
const FIRST_ENTRIES = 4;
const MOST_ENTRIES = 100;

/**
 * One document a line by id; an entry of its history is `{"__history__":{…}}`, a name that no document may have. The
 * last line, `{"__end__":true,"documents":3}`, tells a reader that nothing was cut off; with `history`, the number of
 * entries, where they were asked for.
 */
export async function* exportLines(
  store: DocumentStore,
  { collection, since = '', withHistory = false, withEnvelope = false }: ExportQuery,
  actor: Actor,
): AsyncGenerator<Uint8Array> {
  let documents = 0;
  let history = 0;
  const toText = withEnvelope ? toEnvelopeText : toExportText;
  const piece = createPiece();
  for await (const page of listTexts(store, collection, actor, withEnvelope)) {
    for (const document of page) {
      if (document.updatedAt < since) continue;
      const text = toText(document, actor);
      // A damaged one counts without coming: whoever reads sees that one is missing.
      if (text !== undefined || document.isDamaged) documents += 1;
      if (text === undefined) continue;
      piece.add(text, '\n');
      if (piece.length >= PIECE) yield piece.take();
      if (!withHistory) continue;
      for await (const entry of historyLines(store, document, actor)) {
        history += 1;
        piece.add(entry);
        if (piece.length >= PIECE) yield piece.take();
      }
    }
    if (piece.length > 0) yield piece.take();
  }
  yield Buffer.from(toLine({ [END_KEY]: true, documents, ...(withHistory ? { history } : {}) }));
}

function createPiece() {
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

/** Damaged entries are left out, as where history is read. */
async function* historyLines(
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
      const line = toLine({ [HISTORY_KEY]: { id, at, madeAt, operation, writeId, data, updatedBy, device } });
      length += line.length;
      yield line;
    }
    if (rows.length < limit) return;
    const fitting = Math.floor((PIECE * rows.length) / Math.max(1, length));
    limit = Math.max(1, Math.min(fitting, 4 * limit, MOST_ENTRIES));
    before = rows.at(-1)?.at;
  }
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
