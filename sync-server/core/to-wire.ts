import type { Actor } from '#shared/access/actor.ts';
import { canRead } from '#shared/access/decide-access.ts';
import { NO_USER } from '#shared/collections/collection.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import type { EvictedState, HistoryRow, StoredDocument } from './document-store.ts';

/**
 * The only way a stored document leaves the server, whoever asks: pull, verdict, document read, export.
 * `undefined` when this reader may not see it; then nothing of it may go out, its existence neither.
 */
export function toWire(document: StoredDocument, reader: Actor): WireDocument | undefined {
  if (!canRead(document.collection, reader, document.audience)) return undefined;
  const { sequence, writeId, updatedAt } = document;
  const wire = {
    ...document.data,
    FBUID: document.id,
    writeId,
    sync: {
      sequence,
      acknowledged: writeId,
      updatedAt,
      updatedBy: toVisibleAuthor(document.updatedBy, reader),
    },
  };
  return document.deleted ? { ...wire, _deleted: true } : wire;
}

/** What is told of a document that has left the reader's view: its id, and which write took it away. */
export function toWireEviction({ id, sequence, writeId, at }: EvictedState): WireDocument {
  const sync = { sequence, acknowledged: writeId, updatedAt: at, updatedBy: '' };
  return { FBUID: id, writeId, sync, _deleted: true, evicted: true };
}

/** A history entry for a reader who may see its document; by whom and on which device only where that is theirs. */
export function toWireEntry(entry: HistoryRow, reader: Actor): HistoryRow {
  const seesDevice =
    reader.isStaff || reader.isAdmin || entry.device === reader.fid || entry.updatedBy === reader.email;
  const device = seesDevice ? entry.device : undefined;
  return { ...entry, updatedBy: toVisibleAuthor(entry.updatedBy, reader), device };
}

/** Who changed a document is staff's business; other readers see only themselves. */
function toVisibleAuthor(updatedBy: string, reader: Actor): string {
  const isVisible = reader.isStaff || reader.isAdmin || updatedBy === NO_USER || updatedBy === reader.email;
  return isVisible ? updatedBy : '';
}

/** A living document as an export writes it: content alone, keys in stored order. */
export function toExport(
  document: StoredDocument,
  reader: Actor,
): Readonly<Record<string, unknown>> | undefined {
  const wire = toWire(document, reader);
  if (!wire) return undefined;
  const { writeId: _writeId, sync: _sync, ...content } = wire;
  return content;
}
