import type { WireDocument } from '#shared/sync/wire-document.ts';
import type { LocalDatabase } from '../store/database.ts';
import { isKnownToServer, readStates, withoutMeta } from './local-states.ts';
import {
  laterWrites,
  settle,
  toChain,
  toOutboxId,
  withoutOrphans,
  type OutboxEntry,
  type OutboxRecord,
} from './outbox-record.ts';

export interface NotedWrite {
  readonly collection: string;
  readonly id: string;
  /** The state the write is made on; `undefined` when there is none. */
  readonly base: WireDocument | undefined;
  readonly entry: OutboxEntry;
  readonly order: number;
}

/**
 * Notes a write before it is made. It counts as made once the document carries its `writeId`.
 * @returns whether nothing else waits on the state it is made on
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
  for (;;) {
    const record = await database.outbox.findOne(recordId).exec();
    if (!record) {
      if (await insertRecord(database, fresh)) return true;
      continue;
    }
    let isFirst = false;
    const written = await record.incrementalModify((noted) => {
      if (noted.trail.some(({ writeId }) => writeId === entry.writeId)) return noted;
      // Nothing of what was noted waits on this state: it is the base of a new chain, and of no other.
      isFirst = entry.previous === '' || toChain(noted, entry.previous).entries.length === 0;
      const added = isFirst ? { ...entry, rebasedOn: fresh.base } : entry;
      // New content gets a new chance.
      return { ...noted, trail: [...noted.trail, added], failures: 0, isParked: false };
    });
    // The last of its writes was settled in the same moment, and the record went: this note needs one of its own.
    if (!written.deleted) return isFirst;
  }
}

async function insertRecord(database: LocalDatabase, record: OutboxRecord): Promise<boolean> {
  const { error } = await database.outbox.bulkInsert([record]);
  return error.length === 0;
}

/** Takes a write off that the server has; later writes go on from it. */
export async function settleWrite(
  database: LocalDatabase,
  recordId: string,
  master: WireDocument,
): Promise<void> {
  const record = await database.outbox.findOne(recordId).exec();
  await record?.incrementalModify(
    (noted) => settle(noted, master) ?? Object.assign(noted, { _deleted: true }),
  );
}

/**
 * Adds the write of a merge, which stands on a newer master state.
 * @returns whether it was noted; nothing waits any more when it wasn't
 */
export async function noteMerge(
  database: LocalDatabase,
  recordId: string,
  entry: OutboxEntry,
): Promise<boolean> {
  const record = await database.outbox.findOne(recordId).exec();
  const written = await record?.incrementalModify((noted) => ({ ...noted, trail: [...noted.trail, entry] }));
  return written !== undefined && !written.deleted;
}

/** Takes the note of a write back that could not be made, because the document was changed in between. */
export async function dropNote(database: LocalDatabase, recordId: string, writeId: string): Promise<void> {
  const record = await database.outbox.findOne(recordId).exec();
  await record?.incrementalModify((noted) => {
    const trail = noted.trail.filter((entry) => entry.writeId !== writeId);
    return trail.length === 0 ? Object.assign(noted, { _deleted: true }) : { ...noted, trail };
  });
}

/** Lets all writes of a document stand on another state; null when the server has none, so that they create it. */
export async function rebaseRecord(
  database: LocalDatabase,
  recordId: string,
  base: WireDocument | null,
): Promise<void> {
  const record = await database.outbox.findOne(recordId).exec();
  await record?.incrementalModify((noted) => ({
    ...noted,
    base,
    trail: noted.trail.map(({ rebasedOn: _rebasedOn, ...entry }) => entry),
  }));
}

/** Takes off the oldest writes of a chain, up to a refused one; the later ones stand where those stood. */
export async function dropOldest(database: LocalDatabase, recordId: string, refused: string): Promise<void> {
  const record = await database.outbox.findOne(recordId).exec();
  await record?.incrementalModify((noted) => {
    const dropped = new Set(toChain(noted, refused).entries.map(({ writeId }) => writeId));
    return { ...noted, trail: noted.trail.filter(({ writeId }) => !dropped.has(writeId)) };
  });
}

/** Takes off the chain of a write that came to nothing; what was noted since on the document's new state stays. */
export async function dropChain(
  database: LocalDatabase,
  recordId: string,
  { from, to }: { readonly from: WireDocument; readonly to: WireDocument },
): Promise<void> {
  const record = await database.outbox.findOne(recordId).exec();
  await record?.incrementalModify((noted) => {
    const dropped = new Set(toChain(noted, from.writeId ?? '').entries.map(({ writeId }) => writeId));
    const others = { ...noted, trail: noted.trail.filter(({ writeId }) => !dropped.has(writeId)) };
    const trail = laterWrites(others, to.writeId ?? '');
    const base = isKnownToServer(to) ? withoutMeta(to) : null;
    return trail.length === 0 ? Object.assign(noted, { _deleted: true }) : { ...noted, base, trail };
  });
}

/** Drops notes of writes that were never made and never will be: another write, or the end of a tab, came in between. */
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
      const found = await database.outbox.findOne(record.id).exec();
      await found?.incrementalModify(
        (latest) => withoutOrphans(latest, seen) ?? Object.assign(latest, { _deleted: true }),
      );
    }
  }
}

/** Records in the order their first writes were made. */
export async function listRecords(database: LocalDatabase): Promise<readonly OutboxRecord[]> {
  const records = await database.outbox.find({ sort: [{ order: 'asc' }] }).exec();
  return records.map((record) => record.toJSON() as OutboxRecord);
}

export async function findRecords(
  database: LocalDatabase,
  collection: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OutboxRecord>> {
  const found = await database.outbox.findByIds(ids.map((id) => toOutboxId(collection, id))).exec();
  return new Map([...found.values()].map((record) => [record.documentId, record.toJSON() as OutboxRecord]));
}
