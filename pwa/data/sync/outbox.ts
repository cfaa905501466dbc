import type { WireDocument } from '#shared/sync/wire-document.ts';
import type { LocalDatabase } from '../store/database.ts';
import { isKnownToServer, readStates } from './local-states.ts';
import {
  laterWrites,
  settle,
  toChain,
  toOutboxId,
  withoutOrphans,
  type OutboxEntry,
  type OutboxRecord,
} from './outbox-record.ts';
import { changeOnDisk, queryDisk, readFromDisk, withoutMeta } from './on-disk.ts';

export interface NotedWrite {
  readonly collection: string;
  readonly id: string;
  /** The state the write is based on; `undefined` when there is none. */
  readonly base: WireDocument | undefined;
  readonly entry: OutboxEntry;
  readonly order: number;
}

/** Other tabs settle the record meanwhile, so that a new one is inserted: a few attempts at most. */
const MAX_ATTEMPTS = 20;

/**
 * Notes a write before the document is written. The write counts as made once the document carries its `writeId`.
 * @returns whether the state it is based on has no waiting writes
 * @throws Error while the store closes
 */
export async function noteWrite(
  database: LocalDatabase,
  { collection, id, base, entry, order }: NotedWrite,
): Promise<boolean> {
  const recordId = toOutboxId(collection, id);
  const fresh: OutboxRecord = {
    id: recordId,
    collectionName: collection,
    documentId: id,
    order,
    base: base ? withoutMeta(base) : null,
    trail: [entry],
  };
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    let isFirst = false;
    const noted = await changeOnDisk(database.outbox, recordId, (record) => {
      if (record.trail.some(({ writeId }) => writeId === entry.writeId)) return record;
      // No noted write led to this state: it becomes the base of a new chain.
      isFirst = entry.previous === '' || toChain(record, entry.previous).entries.length === 0;
      const added = isFirst ? { ...entry, rebasedOn: fresh.base } : entry;
      // New content may succeed where the old one failed.
      return { ...record, trail: [...record.trail, added], failures: 0, isParked: false };
    });
    if (noted) return isFirst;
    if (await insertRecord(database, fresh)) return true;
  }
  throw new Error('The write could not be noted: the local store is closing.');
}

async function insertRecord(database: LocalDatabase, record: OutboxRecord): Promise<boolean> {
  const { error } = await database.outbox.bulkInsert([record]);
  return error.length === 0;
}

/** Removes a write that the server has; later writes are based on it. */
export async function settleWrite(
  database: LocalDatabase,
  recordId: string,
  master: WireDocument,
): Promise<void> {
  await changeOnDisk(database.outbox, recordId, (noted) => settle(noted, master));
}

/**
 * Notes the write of a merge, which is based on a newer master state.
 * @returns whether it was noted; `false` when nothing waits any more
 */
export async function noteMerge(
  database: LocalDatabase,
  recordId: string,
  entry: OutboxEntry,
): Promise<boolean> {
  const noted = await changeOnDisk(database.outbox, recordId, (record) => ({
    ...record,
    trail: [...record.trail, entry],
  }));
  return noted !== undefined;
}

/** Removes the note of a write that failed because the document changed in between. */
export async function dropNote(database: LocalDatabase, recordId: string, writeId: string): Promise<void> {
  await changeOnDisk(database.outbox, recordId, (noted) => {
    const trail = noted.trail.filter((entry) => entry.writeId !== writeId);
    return trail.length === 0 ? undefined : { ...noted, trail };
  });
}

/** Bases all writes of a document on another state; null when the server has none, so that they create it. */
export async function rebaseRecord(
  database: LocalDatabase,
  recordId: string,
  base: WireDocument | null,
): Promise<void> {
  await changeOnDisk(database.outbox, recordId, (noted) => ({
    ...noted,
    base,
    trail: noted.trail.map(({ rebasedOn: _rebasedOn, ...entry }) => entry),
  }));
}

/** Replaces the base of waiting writes by the same state with its number in the new epoch. */
export async function settleBase(
  database: LocalDatabase,
  recordId: string,
  settled: WireDocument,
): Promise<void> {
  const settleOne = (base: WireDocument) => (base.writeId === settled.writeId ? settled : base);
  await changeOnDisk(database.outbox, recordId, ({ base, trail, ...noted }) => ({
    ...noted,
    base: base && settleOne(base),
    trail: trail.map((entry) =>
      entry.rebasedOn ? { ...entry, rebasedOn: settleOne(entry.rebasedOn) } : entry,
    ),
  }));
}

/** Removes the oldest writes of a chain, up to and including a refused one; later writes inherit their base. */
export async function dropOldest(database: LocalDatabase, recordId: string, refused: string): Promise<void> {
  await changeOnDisk(database.outbox, recordId, (noted) => {
    const dropped = new Set(toChain(noted, refused).entries.map(({ writeId }) => writeId));
    return { ...noted, trail: noted.trail.filter(({ writeId }) => !dropped.has(writeId)) };
  });
}

/** Removes the chain of a write that was undone; notes made since on the document's new state stay. */
export async function dropChain(
  database: LocalDatabase,
  recordId: string,
  { from, to }: { readonly from: WireDocument; readonly to: WireDocument },
): Promise<void> {
  await changeOnDisk(database.outbox, recordId, (noted) => {
    const dropped = new Set(toChain(noted, from.writeId ?? '').entries.map(({ writeId }) => writeId));
    const others = { ...noted, trail: noted.trail.filter(({ writeId }) => !dropped.has(writeId)) };
    const trail = laterWrites(others, to.writeId ?? '');
    const base = isKnownToServer(to) ? withoutMeta(to) : null;
    return trail.length === 0 ? undefined : { ...noted, base, trail };
  });
}

/** Drops notes of writes that never happened, because another write came first or the tab ended. */
export async function dropOrphans(database: LocalDatabase, at: number): Promise<void> {
  const records = await listRecords(database);
  for (const collection of new Set(records.map(({ collectionName }) => collectionName))) {
    const own = records.filter(({ collectionName }) => collectionName === collection);
    const ids = own.map(({ documentId }) => documentId);
    const states = await readStates(database, collection, ids);
    for (const record of own) {
      const noted = new Set(record.trail.map(({ writeId }) => writeId));
      const seen = { writeId: states.get(record.documentId)?.writeId ?? '', noted, at };
      if (withoutOrphans(record, seen)?.trail.length === record.trail.length) continue;
      await changeOnDisk(database.outbox, record.id, (latest) => withoutOrphans(latest, seen));
    }
  }
}

/** The last number given to a write on this page, by database. */
const givenOrders = new WeakMap<LocalDatabase, Promise<number>>();

/**
 * The next number in the order of writing, above those of all waiting writes; calls get theirs in the order of the calls.
 * Not the time: clocks are set back, and several writes share a millisecond.
 */
export function nextOrder(database: LocalDatabase): Promise<number> {
  const before = givenOrders.get(database) ?? Promise.resolve(0);
  const newest = database.outbox.findOne({ sort: [{ order: 'desc' }] }).exec();
  const next = Promise.all([before, newest]).then(
    ([given, record]) => Math.max(given, record?.order ?? 0) + 1,
  );
  givenOrders.set(
    database,
    next.catch(() => before),
  );
  return next;
}

/** Records in the order of writing. */
export async function listRecords(database: LocalDatabase): Promise<readonly OutboxRecord[]> {
  const records = await queryDisk(database.outbox, {
    selector: { _deleted: { $eq: false } },
    sort: [{ order: 'asc' }],
  });
  return records.map((record) => withoutMeta<OutboxRecord>(record));
}

/** Records by document id. */
export async function findRecords(
  database: LocalDatabase,
  collection: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OutboxRecord>> {
  const found = await readFromDisk(
    database.outbox,
    ids.map((id) => toOutboxId(collection, id)),
  );
  return new Map(found.map((record) => [record.documentId, withoutMeta<OutboxRecord>(record)]));
}
