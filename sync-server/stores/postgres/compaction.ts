import type { CompactionStep } from '#server/core/compactable-store.ts';
import type { Connection } from './connections.ts';
import { IS_UNPAID } from './payments.ts';
import { AT, IS_RECORD, OF_ENTRY, OF_HEAD } from './statements.ts';

/** Deleted documents: $1 before this ISO time, $2 how many. */
const TOMBSTONES = `
  SELECT head.collection, collection.name, head.id, head.sequence, octet_length(history.data) AS bytes
  FROM head ${OF_HEAD} JOIN collection ON collection.number = head.collection
  WHERE head.deleted = 1 AND ${AT} < $1 ORDER BY head.sequence LIMIT $2`;

/** An eviction without its history entry belongs to a purged document. */
const DROP_EVICTIONS = `
  DELETE FROM eviction USING (
    SELECT eviction.* FROM eviction
    LEFT JOIN history ON history.sequence = eviction.sequence LEFT JOIN batch ON batch.first = history.batch
    WHERE ${AT} IS NULL OR ${AT} < $1 LIMIT $2) AS old
  WHERE eviction.collection = old.collection AND eviction.audience = old.audience
    AND eviction.sequence = old.sequence AND eviction.id = old.id
  RETURNING eviction.sequence`;

/** Entries of records whose document is gone: $1 collections, $2 before this ISO time, $3 how many. */
const EXPIRED = `
  SELECT history.sequence FROM history ${OF_ENTRY}
  WHERE ${IS_RECORD} AND collection.name = ANY ($1::text[]) AND ${AT} < $2
    AND NOT EXISTS (SELECT 1 FROM head WHERE head.collection = history.collection AND head.id = document_id)
  LIMIT $3`;

const MOVE_HORIZON = `
  INSERT INTO meta (key, value) VALUES ('purgeHorizon', $1) ON CONFLICT (key) DO UPDATE
  SET value = GREATEST(meta.value::bigint, excluded.value::bigint)::text`;

const DROP_HEADS = `
  DELETE FROM head USING unnest($1::int[], $2::text[]) AS gone (collection, id)
  WHERE head.collection = gone.collection AND head.id = gone.id`;

/** The entries of these sequences, and with $2 all earlier ones of their documents. */
const DROP_ENTRIES = `
  WITH RECURSIVE entry (sequence) AS (
    SELECT unnest($1::bigint[]) UNION ALL SELECT previous FROM entry JOIN history USING (sequence)
    WHERE $2 AND previous IS NOT NULL)
  DELETE FROM history WHERE sequence IN (SELECT sequence FROM entry) RETURNING batch, collection`;

/** A job's batches stay: they tell how much it wrote. */
const DROP_EMPTY_BATCHES = `
  DELETE FROM batch WHERE first = ANY ($1::bigint[]) AND job IS NULL
    AND NOT EXISTS (SELECT 1 FROM history WHERE sequence BETWEEN batch.first AND batch.last)`;

/** Of deleted documents: $1 the collection of each, $2 its bytes. */
const COUNT_DOCUMENTS_OFF = `
  UPDATE collection SET deleted = collection.deleted - gone.documents, bytes = collection.bytes - gone.bytes
  FROM (
    SELECT number, count(*) AS documents, sum(bytes) AS bytes
    FROM unnest($1::int[], $2::bigint[]) AS one (number, bytes) GROUP BY number) AS gone
  WHERE collection.number = gone.number`;
/** $1 the collection of each entry. */
const COUNT_ENTRIES_OFF = `
  UPDATE collection SET entries = collection.entries - gone.entries
  FROM (SELECT number, count(*) AS entries FROM unnest($1::int[]) AS one (number) GROUP BY number) AS gone
  WHERE collection.number = gone.number`;

/** Lets a transaction change and remove entries, until it forbids it again or ends. */
export const ALLOW_CHANGES = `SET LOCAL nankeen.compacting = 'on'`;
const FORBID_CHANGES = `SET LOCAL nankeen.compacting = 'off'`;

const DROP_VERDICTS = `
  DELETE FROM verdict WHERE write_id IN (SELECT write_id FROM verdict WHERE at < $1 LIMIT $2)`;
const DROP_REJECTIONS = `
  DELETE FROM rejection WHERE number IN (SELECT number FROM rejection WHERE at < $1 LIMIT $2)`;
/** In this order: a payment's session goes with it. Times of the simulator's events are in seconds. */
const DROP_PAYMENTS = [
  `DELETE FROM payment WHERE id IN (
     SELECT id FROM payment WHERE created_at < $1 AND (status = 'created' OR ${IS_UNPAID}) LIMIT $2)`,
  `DELETE FROM payment_event WHERE id IN (
     SELECT id FROM payment_event WHERE received_at < $1 AND state IN ('applied', 'ignored') LIMIT $2)`,
  `DELETE FROM simulated_session WHERE id IN (
     SELECT id FROM simulated_session AS one WHERE created_at < $1
       AND NOT EXISTS (SELECT 1 FROM payment WHERE payment.session_id = one.id) LIMIT $2)`,
  `DELETE FROM simulated_event WHERE number IN (
     SELECT number FROM simulated_event WHERE at < $1 / 1000.0 LIMIT $2)`,
];

/** Devices that were last seen before a time ($1), own nothing and are not blocked; $2 how many. */
const DROP_DEVICES = `
  DELETE FROM device WHERE fid IN (
    SELECT fid FROM device WHERE last_seen < $1
      AND NOT EXISTS (SELECT 1 FROM head WHERE owner = 'device:' || fid)
      AND NOT EXISTS (SELECT 1 FROM payment WHERE owner = 'device:' || fid)
      AND fid NOT IN (SELECT fid FROM blocked_device) LIMIT $2)`;

interface Tombstone {
  readonly collection: number;
  readonly name: string;
  readonly id: string;
  readonly sequence: number;
  readonly bytes: number;
}

/** One step of compaction; runs inside a transaction of the caller. @returns how many rows it removed */
export async function compact(connection: Connection, step: CompactionStep): Promise<number> {
  const { keptCollections, limit } = step;
  const before = new Date(step.before).toISOString();
  const keptBefore = new Date(step.keptBefore).toISOString();
  const [tombstones, evictions, verdicts, rejections, ...payments] = await Promise.all([
    connection.rows<Tombstone>(TOMBSTONES, [before, limit]),
    connection.rows<{ sequence: number }>(DROP_EVICTIONS, [before, limit]),
    connection.change(DROP_VERDICTS, [step.before, limit]),
    connection.change(DROP_REJECTIONS, [step.rejectionsBefore, limit]),
    ...DROP_PAYMENTS.map((drop) => connection.change(drop, [step.paymentsBefore, limit])),
  ]);
  const horizon = Math.max(0, ...[...tombstones, ...evictions].map(({ sequence }) => sequence));
  if (horizon > 0) await connection.change(MOVE_HORIZON, [String(horizon)]);
  const devices = await connection.change(DROP_DEVICES, [step.devicesBefore, limit]);
  const entries = await dropEntries(connection, tombstones, { keptCollections, keptBefore, limit });
  const others = [verdicts, rejections, devices, ...payments].reduce((sum, dropped) => sum + dropped, 0);
  return tombstones.length + evictions.length + entries + others;
}

async function dropEntries(
  connection: Connection,
  tombstones: readonly Tombstone[],
  kept: { readonly keptCollections: readonly string[]; readonly keptBefore: string; readonly limit: number },
): Promise<number> {
  const places = [tombstones.map(({ collection }) => collection), tombstones.map(({ id }) => id)];
  const purged = tombstones.filter(({ name }) => !kept.keptCollections.includes(name));
  const [expired] = await Promise.all([
    // As it was before this step, so that a step stays small.
    connection.rows<{ sequence: number }>(EXPIRED, [kept.keptCollections, kept.keptBefore, kept.limit]),
    connection.change(DROP_HEADS, places),
    connection.change(COUNT_DOCUMENTS_OFF, [places[0], tombstones.map(({ bytes }) => bytes)]),
  ]);
  const sequencesOf = (rows: readonly { readonly sequence: number }[]) =>
    rows.map(({ sequence }) => sequence);
  return removeEntries(connection, sequencesOf(purged), sequencesOf(expired));
}

/**
 * Removes entries and the batches that they leave empty; runs inside a transaction of the caller.
 * @param chains sequences of entries that go with all earlier ones of their documents
 * @param single sequences of entries that go alone
 * @returns how many entries it removed
 */
export async function removeEntries(
  connection: Connection,
  chains: readonly number[],
  single: readonly number[],
): Promise<number> {
  const [, ...found] = await Promise.all([
    connection.change(ALLOW_CHANGES),
    connection.rows<RemovedEntry>(DROP_ENTRIES, [chains, true]),
    connection.rows<RemovedEntry>(DROP_ENTRIES, [single, false]),
  ]);
  const removed = found.flat();
  await Promise.all([
    connection.change(DROP_EMPTY_BATCHES, [[...new Set(removed.map(({ batch }) => batch))]]),
    connection.change(COUNT_ENTRIES_OFF, [removed.map(({ collection }) => collection)]),
    connection.change(FORBID_CHANGES),
  ]);
  return removed.length;
}

interface RemovedEntry {
  readonly batch: number;
  readonly collection: number;
}

const READ_CLOCK = `SELECT value::bigint AS clamped FROM meta WHERE key = 'pacedTime'`;
const PUT_CLOCK = `
  INSERT INTO meta (key, value) VALUES ('pacedTime', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value`;

/** As `CompactableStore.clampClock`; runs inside a transaction of the caller. */
export async function clampClock(
  connection: Connection,
  now: number,
  longestLeapMs: number,
): Promise<number> {
  const [row] = await connection.rows<{ clamped: number }>(READ_CLOCK);
  const last = row?.clamped ?? now;
  const clamped = Math.max(last, Math.min(now, last + longestLeapMs));
  await connection.change(PUT_CLOCK, [String(clamped)]);
  return Math.min(now, clamped);
}
