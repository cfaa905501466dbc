import type { Actor } from '#shared/access/actor.ts';
import { canRead } from '#shared/access/decide-access.ts';
import { isAuthor } from '#shared/access/author.ts';
import { NO_USER, type SyncStamp } from '#shared/collections/collection.ts';
import { ENVELOPE } from '#shared/import/envelope.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import type { EvictedState, TextDocument } from './document-store.ts';
import type { HistoryRow, StoredDocument } from './stored-document.ts';

/** The fields that the server adds to a document. */
interface WireStamp {
  readonly writeId: string;
  readonly sync: SyncStamp;
  readonly _deleted?: true;
}

/**
 * The only way a stored document leaves the server: pull, verdict, document read, export. `undefined` when the reader
 * may not see it; then not even its existence may be revealed. Damaged documents are hidden until their next write.
 */
export function toWire(document: StoredDocument, reader: Actor): WireDocument | undefined {
  const stamp = toStamp(document, reader);
  return stamp && { ...document.data, FBUID: document.id, ...stamp };
}

/** Same as JSON text, for pages: the stored text goes out without being parsed. */
export function toWireText(document: TextDocument, reader: Actor): string | undefined {
  const stamp = toStamp(document, reader);
  if (!stamp) return undefined;
  const { sequence, acknowledged, updatedAt, updatedBy } = stamp.sync;
  const writeId = JSON.stringify(stamp.writeId);
  // Every stored document has at least one field, its id. Concatenating costs half of stringifying an object.
  return (
    `${document.json.slice(0, -1)},"writeId":${writeId},"sync":{"sequence":${sequence},"acknowledged":` +
    `${acknowledged === stamp.writeId ? writeId : JSON.stringify(acknowledged)},"updatedAt":${JSON.stringify(updatedAt)},` +
    `"updatedBy":${JSON.stringify(updatedBy)}}${stamp._deleted ? ',"_deleted":true}' : '}'}`
  );
}

/** Whether this reader may see a document at all. */
export function isVisible({ collection, audience }: StoredDocument, reader: Actor): boolean {
  return canRead(collection, reader, audience);
}

function toStamp(document: Omit<StoredDocument, 'data' | 'owner'>, reader: Actor): WireStamp | undefined {
  if (!canRead(document.collection, reader, document.audience) || document.isDamaged) return undefined;
  const { sequence, writeId, updatedAt } = document;
  const updatedBy = toVisibleAuthor(document.updatedBy, reader);
  const stamp = { writeId, sync: { sequence, acknowledged: writeId, updatedAt, updatedBy } };
  return document.deleted ? { ...stamp, _deleted: true } : stamp;
}

/** The wire form of a document that has left the reader's view: its id, and the write that removed it. */
export function toWireEviction({ id, sequence, writeId, at }: EvictedState): WireDocument {
  const sync = { sequence, acknowledged: writeId, updatedAt: at, updatedBy: '' };
  return { FBUID: id, writeId, sync, _deleted: true, evicted: true };
}

/** A history entry for a reader who may see its document; author and device only where that is allowed. */
export function toWireEntry(entry: HistoryRow, reader: Actor): HistoryRow {
  const seesDevice =
    reader.isStaff ||
    reader.isAdmin ||
    entry.device === reader.fid ||
    isAuthor(entry.updatedBy, reader.email);
  const device = seesDevice ? entry.device : undefined;
  return { ...entry, updatedBy: toVisibleAuthor(entry.updatedBy, reader), device };
}

/** Only staff and admins see who changed a document; other readers see only themselves. */
function toVisibleAuthor(updatedBy: string, reader: Actor): string {
  const isVisible =
    reader.isStaff || reader.isAdmin || updatedBy === NO_USER || isAuthor(updatedBy, reader.email);
  return isVisible ? updatedBy : '';
}

/** The JSON text of a document in an export: content only, keys in stored order. */
export function toExportText(document: TextDocument, reader: Actor): string | undefined {
  return toStamp(document, reader) && document.json;
}

/** As `toExportText`, with the metadata of its newest write; a deleted document with its last content. */
export function toEnvelopeText(document: TextDocument, reader: Actor): string | undefined {
  const stamp = toStamp(document, reader);
  if (!stamp) return undefined;
  const { writeId, sync, _deleted = false } = stamp;
  const envelope = {
    [ENVELOPE.id]: document.id,
    [ENVELOPE.sequence]: sync.sequence,
    [ENVELOPE.writeId]: writeId,
    [ENVELOPE.updatedAt]: sync.updatedAt,
    [ENVELOPE.updatedBy]: sync.updatedBy,
    [ENVELOPE.deleted]: _deleted,
  };
  // Every stored document has at least one field, its id.
  return `${JSON.stringify(envelope).slice(0, -1)},${document.json.slice(1)}`;
}
