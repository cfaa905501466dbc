import type { SyncStamp } from '#shared/collections/collection.ts';
import { isJsonEqual } from '#shared/kernel/json.ts';

/** A document as it travels between server and device: its own fields, `writeId`, `sync` and perhaps `_deleted`. */
export interface WireDocument {
  readonly FBUID: string;
  readonly createdAt?: string;
  readonly writeId?: string;
  readonly sync?: SyncStamp;
  /** A tombstone is complete: it keeps the fields of the last living state. */
  readonly _deleted?: boolean;
  /** It has left this reader's view: it goes off the device, nothing of it is pushed, and nothing else is told of it. */
  readonly evicted?: boolean;
  readonly [field: string]: unknown;
}

/** A person's content alone: without `writeId`, `sync` and `_deleted`. */
export function toContent(document: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { writeId: _writeId, sync: _sync, _deleted, ...content } = document;
  return content;
}

/** Same content and same deletedness, whatever write made it. */
export function hasSameContent(a: WireDocument, b: WireDocument): boolean {
  return (a._deleted ?? false) === (b._deleted ?? false) && isJsonEqual(toContent(a), toContent(b));
}

/**
 * Whether two states are the same state of the same document: same `writeId`, same `sync.sequence`, same deletedness.
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
