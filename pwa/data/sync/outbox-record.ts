import type { RxJsonSchema } from 'rxdb';
import type { PushRow } from '#shared/sync/messages.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';

/** One local write, noted before the document is written. */
export interface OutboxEntry {
  readonly writeId: string;
  /** `writeId` of the state it is based on; empty for a create. */
  readonly previous: string;
  /** The device's own time, ISO with offset. */
  readonly at: string;
  readonly deleted: boolean;
  /** The full content after the write. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Base of this and all later writes where it isn't the record's: set by a merge and at the start of a new chain. */
  readonly rebasedOn?: WireDocument | null;
}

/** The writes of one document that have no verdict yet. */
export interface OutboxRecord {
  /** `collection|documentId` */
  readonly id: string;
  readonly collectionName: string;
  readonly documentId: string;
  /** Number of the first of these writes in the order of writing, see `nextOrder`. Documents are pushed in this order. */
  readonly order: number;
  /** The state the oldest write is based on; null for a create. */
  readonly base: WireDocument | null;
  readonly trail: readonly OutboxEntry[];
  /** How often the server failed on a push of this document alone. */
  readonly failures?: number;
  /** Not pushed for up to an hour, or until the next start, the next write, or a person's request. */
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

/** The writes that led to a document's current state, oldest first, and the master state they are based on. */
export interface Chain {
  readonly entries: readonly OutboxEntry[];
  readonly base: WireDocument | null;
}

/**
 * Follows the writes back from a document's `writeId`. Other entries never happened: they were noted, but a crash or
 * another tab's write kept the document from being written. Empty when nothing waits.
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
 * The common ancestor of this device's and the server's state: the newest of these writes that the server has, or else
 * their base; `undefined` when they create the document.
 * @param common `writeId` of the newest write the server has
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
 * The record once the server has a write: only the later writes are left, based on it; `undefined` when there are none.
 * Notes on older states are dropped too: their writers find the document changed and note the write again.
 */
export function settle(record: OutboxRecord, master: WireDocument): OutboxRecord | undefined {
  // A late verdict, from a tab that was overtaken: the write is settled already and the rest has a newer base.
  if (!record.trail.some(({ writeId }) => writeId === master.writeId)) return record;
  const trail = laterWrites(record, master.writeId ?? '');
  return trail.length === 0 ? undefined : { ...record, base: master, trail };
}

/** The noted writes based, directly or indirectly, on a state. */
export function laterWrites(record: OutboxRecord, writeId: string): readonly OutboxEntry[] {
  const reached = new Set([writeId]);
  return record.trail.filter((entry) => {
    const isLater = reached.has(entry.previous) && !reached.has(entry.writeId);
    if (isLater) reached.add(entry.writeId);
    return isLater;
  });
}

export interface SeenState {
  /** `writeId` of the document when it was read; empty when there was none. */
  readonly writeId: string;
  /** `writeId`s of the notes that existed before the document was read. */
  readonly noted: ReadonlySet<string>;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** How long a note without its write is kept. A tab that slept between the two notes the write again. */
export const NOTE_KEPT_MS = 60_000;

/**
 * The record without notes whose writes never happened; `undefined` when none are left. A write only replaces the state
 * its note is based on, so a note on any other state is dead. One on the current state may still be written, until it
 * is older than `NOTE_KEPT_MS`.
 */
export function withoutOrphans(record: OutboxRecord, seen: SeenState): OutboxRecord | undefined {
  if (toChain(record, seen.writeId).entries.length > 0) return record;
  const trail = record.trail.filter(({ writeId, previous, at }) => {
    if (!seen.noted.has(writeId)) return true;
    // The absolute value, because a clock set back puts notes in the future.
    return previous === seen.writeId && Math.abs(seen.at - Date.parse(at)) < NOTE_KEPT_MS;
  });
  return trail.length === 0 ? undefined : { ...record, trail };
}

export interface PreparedRow {
  readonly record: OutboxRecord;
  readonly row: PushRow;
  /** Whether the row holds only the older part of a chain too long for one request; the newer part follows. */
  readonly isPiece?: boolean;
}
