import type { Database, Statement } from 'better-sqlite3';
import type { CompactionStep } from '#server/core/compactable-store.ts';
import { prepareCollectionCounts, type CountChanges } from './collection-counts.ts';
import { readMeta, writeMeta } from './data-epoch.ts';
import { IS_UNPAID } from './payment-store.ts';
import { ALLOW_DELETE, FORBID_DELETE, IS_RECORD } from './schema.ts';
import { AT, NUMBER_OF, OF_ENTRY, OF_HEAD } from './statements.ts';

interface Entry {
  readonly sequence: number;
  readonly collection: string;
}
interface Purged extends Entry {
  readonly id: string;
}

/** One step of compaction; runs inside a transaction of the caller. @returns how many rows it removed */
export function prepareCompaction(database: Database): (step: CompactionStep) => number {
  const statements = prepareStatements(database);
  const beginCounts = prepareCollectionCounts(database);

  return ({ keptCollections, ...step }) => {
    const counts = beginCounts();
    const bounds = { ...step, ...toIso(step), kept: JSON.stringify(keptCollections) };
    const tombstones = statements.tombstones.all(bounds);
    const evictions = statements.evictions.all(bounds);
    const horizon = Math.max(0, ...[...tombstones, ...evictions].map(({ sequence }) => sequence));
    if (horizon > 0) statements.horizon.run(String(horizon));
    for (const { collection, id, bytes } of tombstones) {
      statements.dropHead.run(collection, id);
      counts.of(collection).deleted -= 1;
      counts.of(collection).bytes -= bytes;
    }
    for (const { collection, audience, sequence, id } of evictions) {
      statements.dropEviction.run(collection, audience, sequence, id);
    }
    const purged = tombstones.filter(({ collection }) => !keptCollections.includes(collection));
    const expired = statements.expiredRecords.all(bounds);
    const entries =
      purged.length + expired.length === 0
        ? 0
        : withoutTriggers(database, () => dropHistory(statements, counts, { purged, expired }));
    counts.write();
    const { changes: verdicts } = statements.dropVerdicts.run(bounds);
    const { changes: rejections } = statements.dropRejections.run(bounds);
    const payments = statements.dropPayments.reduce((sum, drop) => sum + drop.run(bounds).changes, 0);
    const { changes: devices } = statements.dropDevices.run(bounds);
    return tombstones.length + evictions.length + entries + verdicts + rejections + payments + devices;
  };
}

/** As `CompactableStore.clampClock`; runs inside a transaction of the caller. */
export function clampClock(database: Database, now: number, longestLeapMs: number): number {
  const last = Number(readMeta(database, CLAMPED_CLOCK) ?? now);
  const clamped = Math.max(last, Math.min(now, last + longestLeapMs));
  writeMeta(database, CLAMPED_CLOCK, String(clamped));
  return Math.min(now, clamped);
}

/** Key in `meta` of the latest clamped time, in epoch milliseconds. */
const CLAMPED_CLOCK = 'pacedTime';

function toIso({ before, keptBefore }: { before: number; keptBefore: number }) {
  return { beforeIso: new Date(before).toISOString(), keptBeforeIso: new Date(keptBefore).toISOString() };
}

type Statements = ReturnType<typeof prepareStatements>;

/** Removes entries, and batches that become empty. @returns how many entries */
function dropHistory(
  statements: Statements,
  counts: CountChanges,
  { purged, expired }: { readonly purged: readonly Entry[]; readonly expired: readonly Entry[] },
): number {
  const batches: number[] = [];
  const note = ({ collection }: Entry, batchesOfDropped: readonly number[]) => {
    counts.of(collection).entries -= batchesOfDropped.length;
    batches.push(...batchesOfDropped);
  };
  for (const entry of purged) note(entry, statements.dropChain.all(entry.sequence));
  for (const entry of expired) note(entry, statements.dropEntry.all(entry.sequence));
  for (const batch of new Set(batches)) statements.dropEmptyBatch.run(batch);
  return batches.length;
}

/** All in one transaction: no other connection sees the history without the triggers that guard it. */
function withoutTriggers<Result>(database: Database, work: () => Result): Result {
  database.exec(ALLOW_DELETE);
  const result = work();
  database.exec(FORBID_DELETE);
  return result;
}

/** Removes entries and returns their batches; needs a transaction without the triggers that guard them. */
export interface EntryRemoval {
  /** An entry of a document and all earlier ones. */
  readonly dropChain: Statement<[sequence: number], number>;
  readonly dropEntry: Statement<[sequence: number], number>;
  /** A job's batches stay: they tell how much it wrote. */
  readonly dropEmptyBatch: Statement<[first: number]>;
}

/** SQL of an entry of a document and all earlier ones. */
export const CHAIN = `WITH RECURSIVE entry (sequence) AS (
  SELECT ? UNION ALL SELECT previous FROM entry JOIN history USING (sequence) WHERE previous IS NOT NULL)`;

export function prepareEntryRemoval(database: Database): EntryRemoval {
  return {
    dropChain: database
      .prepare<[sequence: number], number>(
        `${CHAIN} DELETE FROM history WHERE sequence IN (SELECT sequence FROM entry) RETURNING batch`,
      )
      .pluck(),
    dropEntry: database
      .prepare<[sequence: number], number>(`DELETE FROM history WHERE sequence = ? RETURNING batch`)
      .pluck(),
    dropEmptyBatch: database.prepare(
      `DELETE FROM batch WHERE first = ? AND job IS NULL
         AND NOT EXISTS (SELECT 1 FROM history WHERE sequence BETWEEN batch.first AND batch.last)`,
    ),
  };
}

function prepareStatements(database: Database) {
  return {
    tombstones: database.prepare<[object], Purged & { readonly bytes: number }>(
      `SELECT collection.name AS collection, head.id, head.sequence, octet_length(history.data) AS bytes
       FROM head ${OF_HEAD} CROSS JOIN collection ON collection.number = head.collection
       WHERE head.deleted = 1 AND ${AT} < @beforeIso ORDER BY head.sequence LIMIT @limit`,
    ),
    // An eviction without its history entry belongs to a purged document.
    evictions: database.prepare<[object], Purged & { readonly audience: string }>(
      `SELECT collection.name AS collection, eviction.audience, eviction.sequence, eviction.id
       FROM eviction JOIN collection ON collection.number = eviction.collection
       LEFT JOIN history ON history.sequence = eviction.sequence LEFT JOIN batch ON batch.first = history.batch
       WHERE ${AT} IS NULL OR ${AT} < @beforeIso LIMIT @limit`,
    ),
    expiredRecords: database.prepare<[object], Entry>(
      `SELECT history.sequence, collection.name AS collection FROM history ${OF_ENTRY}
       WHERE ${IS_RECORD} AND collection.name IN (SELECT value FROM json_each(@kept)) AND ${AT} < @keptBeforeIso
         AND NOT EXISTS (SELECT 1 FROM head WHERE head.collection = history.collection AND head.id = documentId)
       LIMIT @limit`,
    ),
    horizon: database.prepare(
      `INSERT INTO meta (key, value) VALUES ('purgeHorizon', ?) ON CONFLICT (key) DO UPDATE
       SET value = MAX(CAST(value AS INTEGER), CAST(excluded.value AS INTEGER))`,
    ),
    dropHead: database.prepare(`DELETE FROM head WHERE collection = ${NUMBER_OF('?')} AND id = ?`),
    dropEviction: database.prepare(
      `DELETE FROM eviction WHERE collection = ${NUMBER_OF('?')} AND audience = ? AND sequence = ? AND id = ?`,
    ),
    ...prepareEntryRemoval(database),
    dropVerdicts: database.prepare(
      `DELETE FROM verdict WHERE writeId IN (SELECT writeId FROM verdict WHERE at < @before LIMIT @limit)`,
    ),
    dropRejections: database.prepare(
      `DELETE FROM rejection WHERE rowid IN (SELECT rowid FROM rejection WHERE at < @rejectionsBefore LIMIT @limit)`,
    ),
    // In this order: a payment's session goes with it. The test page's times are in its JSON, and of events in seconds.
    dropPayments: [
      `DELETE FROM payment WHERE id IN (
         SELECT id FROM payment WHERE createdAt < @paymentsBefore AND (status = 'created' OR ${IS_UNPAID}) LIMIT @limit)`,
      `DELETE FROM paymentEvent WHERE id IN (
         SELECT id FROM paymentEvent WHERE receivedAt < @paymentsBefore AND state IN ('applied', 'ignored') LIMIT @limit)`,
      `DELETE FROM simulatedSession WHERE id IN (
         SELECT id FROM simulatedSession AS one WHERE data ->> '$.createdAt' < @paymentsBefore
           AND NOT EXISTS (SELECT 1 FROM payment WHERE payment.sessionId = one.id) LIMIT @limit)`,
      `DELETE FROM simulatedEvent WHERE number IN (
         SELECT number FROM simulatedEvent WHERE at < @paymentsBefore / 1000.0 LIMIT @limit)`,
    ].map((sql) => database.prepare<[object]>(sql)),
    dropDevices: database.prepare(
      `DELETE FROM device WHERE fid IN (SELECT fid FROM device WHERE lastSeen < @devicesBefore
         AND NOT EXISTS (SELECT 1 FROM head WHERE owner = 'device:' || fid)
         AND NOT EXISTS (SELECT 1 FROM payment WHERE data ->> '$.owner' = 'device:' || fid)
         AND fid NOT IN (SELECT fid FROM blockedDevice) LIMIT @limit)`,
    ),
  };
}
