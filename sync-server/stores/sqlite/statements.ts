import type { Database, Statement } from 'better-sqlite3';
import type { CollectionCount, StoredAmount } from '#server/core/document-store.ts';
import type { DocumentRow, EntryRow, RejectionRow, TextRow } from '../rows.ts';
import { IS_PERSONAL, IS_RECORD } from './schema.ts';

/** Looks up a collection's number by name; NULL for one that never held anything. */
export const NUMBER_OF = (name: string) => `(SELECT number FROM collection WHERE name = ${name})`;

/** When an entry was written; needs `history JOIN batch`. */
export const AT = `COALESCE(history.at, batch.at)`;

/** The columns of a `DocumentRow`, in the order of a `TextRow`: from a head, its entry and that entry's batch. */
export const DOCUMENT_COLUMNS = `head.id, head.sequence, head.deleted, head.owner, head.audience,
  history.writeId, history.data, history.checksum, ${AT} AS at, batch.updatedBy`;
/** Joins a head's newest entry and that entry's batch. */
export const OF_HEAD = `CROSS JOIN history ON history.sequence = head.sequence CROSS JOIN batch ON batch.first = history.batch`;
const DOCUMENT = `SELECT ${DOCUMENT_COLUMNS} FROM head ${OF_HEAD}`;

/** The columns of an `EntryRow`. */
export const ENTRY_COLUMNS = `history.sequence, collection.name AS collection, history.documentId, ${AT} AS at, history.madeAt,
  history.operation, history.writeId, history.data, history.checksum, batch.updatedBy, batch.device`;
export const OF_ENTRY = `CROSS JOIN batch ON batch.first = history.batch CROSS JOIN collection ON collection.number = history.collection`;

const PURGE_HORIZON = `SELECT COALESCE(MAX(CAST(value AS INTEGER)), 0) FROM meta WHERE key = 'purgeHorizon'`;

/** Compaction may have removed the newest entry; its sequence is not assigned again. */
export const NEWEST = `SELECT MAX((SELECT COALESCE(MAX(sequence), 0) FROM history), (${PURGE_HORIZON})) AS sequence`;

interface EvictionRow {
  readonly sequence: number;
  readonly audience: string;
  readonly id: string;
  readonly writeId: string | null;
  readonly at: string;
}

export interface Reads {
  readonly document: Statement<[collection: string, id: string], DocumentRow>;
  readonly newest: Statement<[], { sequence: number }>;
  readonly purgeHorizon: Statement<[], { sequence: number }>;
  readonly changesOfAll: Statement<[collection: string, after: number, limit: number], TextRow>;
  readonly changesOfAudience: Statement<
    [collection: string, audience: string, after: number, limit: number],
    TextRow
  >;
  readonly changesOfPerson: Reads['changesOfAudience'];
  /** `scope` is a JSON list, `audience` one of its items. */
  readonly evictions: Statement<
    [{ collection: string; audience: string; scope: string; after: number; limit: number }],
    EvictionRow
  >;
  /** `deleted`: 0 to skip deleted documents, 1 for all. */
  readonly list: Statement<[collection: string, afterId: string, deleted: number, limit: number], TextRow>;
  readonly newestLiving: Statement<[collection: string, before: number, limit: number], TextRow>;
  readonly newestDeleted: Reads['newestLiving'];
  /** Audiences as a JSON list; null for all. */
  readonly livingStates: Statement<
    [{ collection: string; audiences: string | null }],
    { readonly id: string; readonly sequence: number; readonly writeId: string | null }
  >;
  readonly ownedBy: Statement<[owner: string], { collection: string; id: string }>;
  readonly storedBy: Statement<[owner: string, most: number], StoredAmount>;
  readonly history: Statement<[{ collection: string; id: string; before: string; limit: number }], EntryRow>;
  readonly entriesAfter: Statement<[sequence: number, limit: number], EntryRow>;
  /** Null for all. */
  readonly rejections: Statement<
    [{ collection: string | null; writeId: string | null; limit: number }],
    RejectionRow
  >;
  readonly countRejections: Statement<[], number>;
  readonly holdsAnythingOf: Statement<[{ owner: string }], number>;
  /** Devices that wrote the documents of an owner. */
  readonly devicesOf: Statement<[owner: string], string>;
  readonly collections: Statement<[], CollectionCount>;
}

/** Reads used inside and outside commits; the same statements on either connection. */
export function prepareReads(database: Database): Reads {
  // Tuples are a third cheaper than objects: a first pull and an export read every document.
  const texts = <Parameters extends unknown[]>(sql: string) =>
    database
      .prepare<Parameters, TextRow>(`${DOCUMENT} WHERE head.collection = ${NUMBER_OF('?')} AND ${sql}`)
      .raw();
  return {
    document: database.prepare(`${DOCUMENT} WHERE head.collection = ${NUMBER_OF('?')} AND head.id = ?`),
    newest: database.prepare(NEWEST),
    purgeHorizon: database.prepare(`SELECT (${PURGE_HORIZON}) AS sequence`),
    changesOfAll: texts('head.sequence > ? ORDER BY head.sequence LIMIT ?'),
    // In a public or staff collection all documents have the same audience.
    changesOfAudience: texts('+head.audience = ? AND head.sequence > ? ORDER BY head.sequence LIMIT ?'),
    changesOfPerson: texts(
      `head.audience = ? AND ${IS_PERSONAL} AND head.sequence > ? ORDER BY head.sequence LIMIT ?`,
    ),
    evictions: database.prepare(
      `SELECT eviction.sequence, eviction.audience, eviction.id, history.writeId, ${AT} AS at
       FROM eviction CROSS JOIN history ON history.sequence = eviction.sequence
       CROSS JOIN batch ON batch.first = history.batch
       LEFT JOIN head ON head.collection = eviction.collection AND head.id = eviction.id
       WHERE eviction.collection = ${NUMBER_OF('@collection')} AND eviction.audience = @audience
         AND eviction.sequence > @after
         AND (head.audience IS NULL OR head.audience NOT IN (SELECT value FROM json_each(@scope)))
       ORDER BY eviction.sequence LIMIT @limit`,
    ),
    list: texts('head.id > ? AND head.deleted <= ? ORDER BY head.id LIMIT ?'),
    // Literals, so that the index of deleted documents applies.
    newestLiving: texts('head.deleted = 0 AND head.sequence < ? ORDER BY head.sequence DESC LIMIT ?'),
    newestDeleted: texts('head.deleted = 1 AND head.sequence < ? ORDER BY head.sequence DESC LIMIT ?'),
    livingStates: database.prepare(
      `SELECT head.id, head.sequence, history.writeId FROM head CROSS JOIN history ON history.sequence = head.sequence
       WHERE head.collection = ${NUMBER_OF('@collection')} AND head.deleted = 0
         AND (@audiences IS NULL OR head.audience IN (SELECT value FROM json_each(@audiences)))`,
    ),
    ownedBy: database.prepare(
      `SELECT collection.name AS collection, head.id FROM head JOIN collection ON collection.number = head.collection
       WHERE owner = ? ORDER BY sequence`,
    ),
    // From entry to entry of each document. The sizes are in the rows' headers, so no content is read.
    storedBy: database.prepare(
      `WITH RECURSIVE entry (sequence) AS (
         SELECT sequence FROM head WHERE owner = ?
         UNION ALL SELECT history.previous FROM entry JOIN history USING (sequence)
         WHERE history.previous IS NOT NULL LIMIT ?)
       SELECT COUNT(*) AS writes, COALESCE(SUM(octet_length(data)), 0) AS bytes
       FROM entry CROSS JOIN history ON history.sequence = entry.sequence`,
    ),
    history: database.prepare(
      // From entry to entry, newest first; reads wide rows only for the page.
      `WITH RECURSIVE entry (sequence) AS (
         SELECT COALESCE(
           (SELECT sequence FROM head WHERE collection = ${NUMBER_OF('@collection')} AND id = @id),
           (SELECT MAX(sequence) FROM history
            WHERE ${IS_RECORD} AND history.collection = ${NUMBER_OF('@collection')} AND documentId = @id))
         UNION ALL SELECT history.previous FROM entry JOIN history USING (sequence) WHERE history.previous IS NOT NULL)
       SELECT ${ENTRY_COLUMNS} FROM entry CROSS JOIN history ON history.sequence = entry.sequence ${OF_ENTRY}
       WHERE ${AT} < @before LIMIT @limit`,
    ),
    entriesAfter: database.prepare(
      `SELECT ${ENTRY_COLUMNS} FROM history ${OF_ENTRY} WHERE history.sequence > ? ORDER BY history.sequence LIMIT ?`,
    ),
    // Reads wide rows only for the page.
    rejections: database.prepare(
      `SELECT rejection.*, verdict.owner FROM rejection LEFT JOIN verdict USING (writeId)
       WHERE rejection.rowid IN (
         SELECT rowid FROM rejection
         WHERE (@collection IS NULL OR collection = @collection) AND (@writeId IS NULL OR writeId = @writeId)
         ORDER BY rowid DESC LIMIT @limit)
       ORDER BY rejection.rowid DESC`,
    ),
    holdsAnythingOf: database
      .prepare<[{ owner: string }], number>(
        `SELECT 1 WHERE EXISTS (SELECT 1 FROM head WHERE owner = @owner)
           OR EXISTS (SELECT 1 FROM payment WHERE data ->> '$.owner' = @owner)`,
      )
      .pluck(),
    devicesOf: database
      .prepare<[owner: string], string>(
        `WITH RECURSIVE entry (sequence) AS (
           SELECT sequence FROM head WHERE owner = ?
           UNION ALL SELECT previous FROM entry JOIN history USING (sequence) WHERE previous IS NOT NULL)
         SELECT DISTINCT batch.device FROM entry CROSS JOIN history ON history.sequence = entry.sequence
         CROSS JOIN batch ON batch.first = history.batch WHERE batch.device IS NOT NULL`,
      )
      .pluck(),
    countRejections: database.prepare<[], number>(`SELECT COUNT(*) FROM rejection`).pluck(),
    collections: database.prepare(
      `SELECT name, documents, deleted, entries AS history, bytes, lastChange FROM collection
       WHERE documents + deleted > 0 ORDER BY name`,
    ),
  };
}
