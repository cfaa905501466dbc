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

const ENTRIES = 100;

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
  for await (const page of listTexts(store, collection, actor, withEnvelope)) {
    const lines: string[] = [];
    for (const document of page) {
      if (document.updatedAt < since) continue;
      const text = toText(document, actor);
      // A damaged one counts without coming: whoever reads sees that one is missing.
      if (text !== undefined || document.isDamaged) documents += 1;
      if (text === undefined) continue;
      lines.push(text, '\n');
      if (!withHistory) continue;
      for await (const entry of historyLines(store, document, actor)) {
        history += 1;
        lines.push(entry);
      }
    }
    yield Buffer.from(lines.join(''));
  }
  yield Buffer.from(toLine({ [END_KEY]: true, documents, ...(withHistory ? { history } : {}) }));
}

/** Damaged entries are left out, as where history is read. */
async function* historyLines(
  store: DocumentStore,
  { collection, id }: DocumentKey,
  actor: Actor,
): AsyncGenerator<string> {
  let before: string | undefined;
  for (;;) {
    const rows = await store.history({ collection, id }, before, ENTRIES);
    for (const row of rows.filter(({ isDamaged }) => !isDamaged)) {
      const { at, madeAt, operation, writeId, data, updatedBy, device } = toWireEntry(row, actor);
      yield toLine({ [HISTORY_KEY]: { id, at, madeAt, operation, writeId, data, updatedBy, device } });
    }
    if (rows.length < ENTRIES) return;
    before = rows.at(-1)?.at;
  }
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
