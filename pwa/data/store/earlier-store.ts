import { COLLECTIONS } from '#shared/collections/catalogue.ts';
import type { CollectionDefinition } from '#shared/collections/collection.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import { listStoreParts, readPart, takeOverPart } from './browser-store.ts';
import type { LocalDatabase } from './database.ts';
import type { RejectedChange } from '../sync/rejected-change-record.ts';
import { readStates, replaceStates } from '../sync/local-states.ts';
import { withoutMeta } from '../sync/on-disk.ts';
import type { OutboxRecord } from '../sync/outbox-record.ts';
import { checkpointSchema, type CheckpointRecord } from '../sync/checkpoint-record.ts';
import { upgradeContent, upgradeDocument, type Upgrade } from './upgrade-content.ts';

/**
 * Adopts the store of an earlier app version with another layout: documents, checkpoints and above all waiting writes,
 * each upgraded to the current shape. Documents already here stay, unless the earlier store has a waiting write of
 * them. Tabs of the earlier version close their store. Safe to repeat after a crash at any point.
 * @returns whether everything was adopted @throws Error when the earlier store can't be read
 */
export async function adoptEarlierStore(
  database: LocalDatabase,
  earlierName: string,
  definitions: Readonly<Record<string, CollectionDefinition>> = COLLECTIONS,
): Promise<boolean> {
  const parts = await listStoreParts(earlierName);
  if (parts.length === 0) return true;
  await Promise.all(parts.map((part) => takeOverPart(part)));
  const read = async <Document>(collection: string, version?: number) => {
    const part = parts.find(
      (one) => one.collection === collection && one.version === (version ?? one.version),
    );
    const documents = part ? await readPart(part) : [];
    return documents.map((document) => withoutMeta(document as WireDocument)) as unknown as Document[];
  };
  const readUndeleted = async <Document>(collection: string, version?: number) =>
    (await read<Document & Pick<WireDocument, '_deleted'>>(collection, version)).filter(
      ({ _deleted }) => _deleted !== true,
    );
  const upgrade: Upgrade = (collection, content) => {
    const { version = 0 } = parts.find((part) => part.collection === collection) ?? {};
    const definition = definitions[collection];
    return definition ? upgradeContent(definition, version, content) : content;
  };

  // Waiting writes come first, as a note comes before its write. Checkpoints come last: they vouch for all documents.
  const waiting = await readUndeleted<OutboxRecord>('outbox');
  const adopted = await adoptWaiting(
    database,
    waiting.map((record) => upgradeRecord(upgrade, record)),
  );
  for (const collection of Object.keys(definitions).filter((name) => name in database.collections)) {
    const documents = await read<WireDocument>(collection);
    const upgraded = documents.map((document) => upgradeDocument(upgrade, collection, document));
    await adoptDocuments(database, collection, upgraded, adopted);
  }
  const rejectedChanges = await readUndeleted<RejectedChange>('rejectedChanges');
  await database.rejectedChanges.bulkInsert(
    rejectedChanges.map((rejectedChange) => upgradeRejectedChange(upgrade, rejectedChange)),
  );
  const checkpoints = await readUndeleted<CheckpointRecord>('checkpoints', checkpointSchema.version);
  const isOurs = ({ collectionName }: CheckpointRecord) => collectionName in database.collections;
  await database.checkpoints.bulkInsert(checkpoints.filter(isOurs));
  return adopted.size === waiting.length;
}

/** @returns ids of the adopted records; a document with waiting writes in both stores is adopted later */
async function adoptWaiting(
  database: LocalDatabase,
  records: readonly OutboxRecord[],
): Promise<ReadonlySet<string>> {
  await database.outbox.bulkInsert([...records]);
  const stored = await database.outbox.findByIds(records.map(({ id }) => id)).exec();
  const adopted = records.filter(({ id, trail }) => {
    const noted = new Set(stored.get(id)?.trail.map(({ writeId }) => writeId));
    return trail.every(({ writeId }) => noted.has(writeId));
  });
  return new Set(adopted.map(({ id }) => id));
}

async function adoptDocuments(
  database: LocalDatabase,
  collection: string,
  documents: readonly WireDocument[],
  adopted: ReadonlySet<string>,
): Promise<void> {
  const ids = documents.map(({ FBUID }) => FBUID);
  const states = await readStates(database, collection, ids);
  const changes = documents.flatMap((next) => {
    const previous = states.get(next.FBUID);
    const isWaiting = adopted.has(`${collection}|${next.FBUID}`) && previous?.writeId !== next.writeId;
    return !previous || isWaiting ? [{ previous, next }] : [];
  });
  await replaceStates(database, collection, changes);
}

function upgradeRecord(upgrade: Upgrade, record: OutboxRecord): OutboxRecord {
  const { collectionName } = record;
  const upgradeBase = (base: WireDocument | null) => base && upgradeDocument(upgrade, collectionName, base);
  const trail = record.trail.map((entry) => ({
    ...entry,
    data: upgrade(collectionName, entry.data),
    ...(entry.rebasedOn === undefined ? {} : { rebasedOn: upgradeBase(entry.rebasedOn) }),
  }));
  return { ...record, base: upgradeBase(record.base), trail };
}

/** A conflict holds single fields with both values, which no upgrade can handle: it stays as it was. */
function upgradeRejectedChange(upgrade: Upgrade, rejectedChange: RejectedChange): RejectedChange {
  const { collectionName, content, kind } = rejectedChange;
  return kind === 'conflict'
    ? rejectedChange
    : { ...rejectedChange, content: { ...upgrade(collectionName, content) } };
}
