import type { Database } from 'better-sqlite3';
import type { CompactionStep } from '#server/core/compactable-store.ts';
import { readMeta, writeMeta } from './data-life.ts';
import { ALLOW_DELETE, FORBID_DELETE, IS_RECORD } from './schema.ts';

interface Numbered {
  readonly sequence: number;
}
interface Purged extends Numbered {
  readonly collection: string;
  readonly id: string;
}

/** One step of compaction; runs inside a transaction of the caller. @returns how many rows it removed */
export function prepareCompaction(database: Database): (step: CompactionStep) => number {
  const statements = prepareStatements(database);

  return ({ before, keptCollections, keptBefore, limit }) => {
    const kept = JSON.stringify(keptCollections);
    const bounds = { before, kept, keptBefore, limit, ...toIso({ before, keptBefore }) };
    const tombstones = statements.tombstones.all(bounds);
    const evictions = statements.evictions.all(bounds);
    const horizon = Math.max(0, ...[...tombstones, ...evictions].map(({ sequence }) => sequence));
    if (horizon > 0) statements.horizon.run(String(horizon));
    for (const { collection, id } of tombstones) statements.dropHead.run(collection, id);
    for (const { collection, audience, sequence, id } of evictions) {
      statements.dropEviction.run(collection, audience, sequence, id);
    }
    const purged = tombstones.filter(({ collection }) => !keptCollections.includes(collection));
    const expired = statements.expiredRecords.all(bounds);
    const entries =
      purged.length + expired.length === 0
        ? 0
        : withoutTrigger(database, () => dropHistory(statements, purged, expired));
    const { changes: verdicts } = statements.dropVerdicts.run(bounds);
    const { changes: refusals } = statements.dropRejections.run(bounds);
    return tombstones.length + evictions.length + entries + verdicts + refusals;
  };
}

/** As `CompactableStore.paceTime`; runs inside a transaction of the caller. */
export function paceTime(database: Database, now: number, longestLeapMs: number): number {
  const last = Number(readMeta(database, PACED_TIME) ?? now);
  const paced = Math.max(last, Math.min(now, last + longestLeapMs));
  writeMeta(database, PACED_TIME, String(paced));
  return Math.min(now, paced);
}

/** Key in `meta` of the latest time that was believed, in epoch milliseconds. */
const PACED_TIME = 'pacedTime';

function toIso({ before, keptBefore }: { before: number; keptBefore: number }) {
  return { beforeIso: new Date(before).toISOString(), keptBeforeIso: new Date(keptBefore).toISOString() };
}

type Statements = ReturnType<typeof prepareStatements>;

function dropHistory(
  statements: Statements,
  purged: readonly Purged[],
  expired: readonly Numbered[],
): number {
  let count = 0;
  for (const { sequence } of purged) count += statements.dropChain.run(sequence).changes;
  for (const { sequence } of expired) count += statements.dropEntry.run(sequence).changes;
  return count;
}

/** The trigger that guards the history is back before anybody else can look: all in one transaction. */
function withoutTrigger<Result>(database: Database, work: () => Result): Result {
  database.exec(ALLOW_DELETE);
  const result = work();
  database.exec(FORBID_DELETE);
  return result;
}

function prepareStatements(database: Database) {
  return {
    tombstones: database.prepare<[object], Purged>(
      `SELECT head.collection, head.id, head.sequence FROM head JOIN history ON history.sequence = head.sequence
       WHERE head.deleted = 1 AND history.at < @beforeIso ORDER BY head.sequence LIMIT @limit`,
    ),
    // One whose entry has gone already belongs to a document that was purged.
    evictions: database.prepare<[object], Purged & { readonly audience: string }>(
      `SELECT eviction.* FROM eviction LEFT JOIN history ON history.sequence = eviction.sequence
       WHERE history.at IS NULL OR history.at < @beforeIso LIMIT @limit`,
    ),
    expiredRecords: database.prepare<[object], Numbered>(
      `SELECT sequence FROM history
       WHERE ${IS_RECORD} AND collection IN (SELECT value FROM json_each(@kept)) AND at < @keptBeforeIso
         AND NOT EXISTS (SELECT 1 FROM head WHERE head.collection = history.collection AND head.id = documentId)
       LIMIT @limit`,
    ),
    horizon: database.prepare(
      `INSERT INTO meta (key, value) VALUES ('purgeHorizon', ?) ON CONFLICT (key) DO UPDATE
       SET value = MAX(CAST(value AS INTEGER), CAST(excluded.value AS INTEGER))`,
    ),
    dropHead: database.prepare(`DELETE FROM head WHERE collection = ? AND id = ?`),
    dropEviction: database.prepare(
      `DELETE FROM eviction WHERE collection = ? AND audience = ? AND sequence = ? AND id = ?`,
    ),
    // A document's newest entry and all before it.
    dropChain: database.prepare(
      `WITH RECURSIVE entry (sequence) AS (
         SELECT ? UNION ALL SELECT previous FROM entry JOIN history USING (sequence) WHERE previous IS NOT NULL)
       DELETE FROM history WHERE sequence IN (SELECT sequence FROM entry)`,
    ),
    dropEntry: database.prepare(`DELETE FROM history WHERE sequence = ?`),
    dropVerdicts: database.prepare(
      `DELETE FROM verdict WHERE writeId IN (SELECT writeId FROM verdict WHERE at < @before LIMIT @limit)`,
    ),
    dropRejections: database.prepare(
      `DELETE FROM rejection WHERE writeId IN (
         SELECT writeId FROM rejection WHERE at < CASE
           WHEN collection IN (SELECT value FROM json_each(@kept)) THEN @keptBefore ELSE @before END LIMIT @limit)`,
    ),
  };
}
