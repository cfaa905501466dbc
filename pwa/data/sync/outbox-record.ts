import type { RxJsonSchema } from 'rxdb';
import type { WireDocument } from '#shared/sync/wire-document.ts';

/** One local write, noted before the document itself is written. */
export interface OutboxEntry {
  readonly writeId: string;
  /** `writeId` of the state it was made on; empty for a create. */
  readonly previous: string;
  /** The device's own time, ISO with offset. */
  readonly at: string;
  readonly deleted: boolean;
  /** The whole content after the write. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The master state this and all later writes stand on, where it isn't the record's: a merge, or a new chain. */
  readonly rebasedOn?: WireDocument | null;
}

/** The writes of one document that the server hasn't answered yet. */
export interface OutboxRecord {
  /** `collection|documentId` */
  readonly id: string;
  readonly collectionName: string;
  readonly documentId: string;
  /** Epoch milliseconds of the first of these writes; documents are pushed in this order. */
  readonly order: number;
  /** The state the oldest write was made on; null for a create. */
  readonly base: WireDocument | null;
  readonly trail: readonly OutboxEntry[];
  /** How often the server has failed on this document alone; a half when one request brought no answer. */
  readonly failures?: number;
  /** It isn't sent any more until the next start, the next write, or somebody asks for it. */
  readonly isParked?: boolean;
}

export const outboxSchema: RxJsonSchema<OutboxRecord> = {
  title: 'outbox',
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 300 },
    collectionName: { type: 'string', maxLength: 64 },
    documentId: { type: 'string', maxLength: 200 },
    order: { type: 'number', minimum: 0, maximum: 1e15, multipleOf: 1 },
    base: { type: ['object', 'null'], additionalProperties: true },
    trail: { type: 'array', items: { type: 'object', additionalProperties: true } },
    failures: { type: 'number' },
    isParked: { type: 'boolean' },
  },
  required: ['id', 'collectionName', 'documentId', 'order', 'trail'],
  indexes: ['order'],
};

export function toOutboxId(collection: string, documentId: string): string {
  return `${collection}|${documentId}`;
}

/** The writes that led to a document's present state, oldest first, and the master state they stand on. */
export interface Chain {
  readonly entries: readonly OutboxEntry[];
  readonly base: WireDocument | null;
}

/**
 * Follows the writes back from a document's `writeId`. Entries not on the way never happened: they were noted, and then
 * the document was not written (a crash in between, or another tab was faster). Empty when nothing waits.
 */
export function toChain(record: OutboxRecord, writeId: string): Chain {
  const byId = new Map(record.trail.map((entry) => [entry.writeId, entry]));
  const entries: OutboxEntry[] = [];
  let base: WireDocument | null | undefined;
  let entry = byId.get(writeId);
  while (entry) {
    entries.unshift(entry);
    if (base === undefined) base = entry.rebasedOn;
    byId.delete(entry.writeId);
    entry = byId.get(entry.previous);
  }
  return { entries, base: base === undefined ? record.base : base };
}

/**
 * The state from which this device and the server went different ways: the newest of these writes that the server has,
 * or else what they all stand on; `undefined` when they create the document.
 * @param common `writeId` of that write
 */
export function toCommonState(
  { entries, base }: Chain,
  common: string | undefined,
): WireDocument | undefined {
  const index = entries.findIndex(({ writeId }) => writeId === common);
  const isNewerThanBase = index >= entries.findLastIndex(({ rebasedOn }) => rebasedOn !== undefined);
  const entry = isNewerThanBase ? entries[index] : undefined;
  if (!entry) return base ?? undefined;
  const { data, writeId, deleted } = entry;
  return { ...(data as WireDocument), writeId, ...(deleted ? { _deleted: true } : {}) };
}

/**
 * What is left of a record when the server has a write: the later ones, standing on it; undefined when none is left.
 * Notes made on older states go too: whoever made them sees that the document has moved on and notes anew.
 */
export function settle(record: OutboxRecord, master: WireDocument): OutboxRecord | undefined {
  // The word on a write that is settled already, from a tab that was overtaken: what waits now stands on a newer one.
  if (!record.trail.some(({ writeId }) => writeId === master.writeId)) return record;
  const trail = laterWrites(record, master.writeId ?? '');
  return trail.length === 0 ? undefined : { ...record, base: master, trail };
}

/** The noted writes that were made, directly or not, on a state. */
export function laterWrites(record: OutboxRecord, writeId: string): readonly OutboxEntry[] {
  const standing = new Set([writeId]);
  return record.trail.filter((entry) => {
    const isLater = standing.has(entry.previous) && !standing.has(entry.writeId);
    if (isLater) standing.add(entry.writeId);
    return isLater;
  });
}

export interface SeenState {
  /** `writeId` of the document as it stood; empty when there was none. */
  readonly writeId: string;
  /** `writeId`s of the notes that were there before the document was looked at. */
  readonly noted: ReadonlySet<string>;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** So long a tab may take from the note of a write to the write. One that slept in between notes it again. */
export const NOTE_KEPT_MS = 60_000;

/**
 * What is left of a record of which nothing was made; undefined when nothing is. A note made on another state than the
 * document's came to nothing, for a write is only made on the very state it was noted on; one on this state may still
 * be made, unless its tab has ended.
 */
export function withoutOrphans(record: OutboxRecord, seen: SeenState): OutboxRecord | undefined {
  if (toChain(record, seen.writeId).entries.length > 0) return record;
  const trail = record.trail.filter(({ writeId, previous, at }) => {
    if (!seen.noted.has(writeId)) return true;
    // A clock that was set back makes a note seem to come from the future.
    return previous === seen.writeId && Math.abs(seen.at - Date.parse(at)) < NOTE_KEPT_MS;
  });
  return trail.length === 0 ? undefined : { ...record, trail };
}
