import type { SyncStamp } from '#shared/collections/collection.ts';
import { isJsonEqual } from '#shared/kernel/json.ts';

/** A document as sent between server and device: its own fields, `writeId`, `sync` and possibly `_deleted`. */
export interface WireDocument {
  readonly FBUID: string;
  readonly createdAt?: string;
  readonly writeId?: string;
  readonly sync?: SyncStamp;
  /** A tombstone keeps the fields of the last state before the delete. */
  readonly _deleted?: boolean;
  /**
   * The reader may no longer see the document. It arrives without content. The device removes its copy, unless writes
   * are pending, and pushes no delete.
   */
  readonly evicted?: boolean;
  readonly [field: string]: unknown;
}

/** The document's content without `writeId`, `sync` and `_deleted`. */
export function toContent(document: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { writeId: _writeId, sync: _sync, _deleted, ...content } = document;
  return content;
}

/** Whether content and `_deleted` are equal, regardless of the write that made them. */
export function hasSameContent(a: WireDocument, b: WireDocument): boolean {
  return (a._deleted ?? false) === (b._deleted ?? false) && isJsonEqual(toContent(a), toContent(b));
}

/**
 * Whether two states are the same state of the same document: equal `writeId`, `sync.sequence` and `_deleted`.
 * Documents without `writeId` are compared by content.
 */
export function isSameState(a: WireDocument, b: WireDocument): boolean {
  if (a.writeId === undefined || b.writeId === undefined) return hasSameContent(a, b);
  return (
    a.writeId === b.writeId &&
    a.sync?.sequence === b.sync?.sequence &&
    (a._deleted ?? false) === (b._deleted ?? false)
  );
}
