import type { Database, Statement } from 'better-sqlite3';
import type { EvictedState } from '#server/core/document-store.ts';
import type { StateName } from '#shared/sync/checksum.ts';
import type { DocumentRow, EntryRow, RejectionRow, TextRow } from './rows.ts';
import { IS_RECORD } from './schema.ts';

/** The columns of a `DocumentRow`. */
export const DOCUMENT_COLUMNS = `
  head.collection, head.id, head.sequence, head.deleted, head.owner, head.audience,
  history.writeId, history.data, history.checksum, history.at, history.updatedBy`;

const DOCUMENT = `SELECT ${DOCUMENT_COLUMNS} FROM head JOIN history ON history.sequence = head.sequence`;

/** Read as lists, a third cheaper than objects: a first pull and an export read every document there is. */
const TEXT = `
  SELECT head.id, head.sequence, head.deleted, head.owner, head.audience,
         history.writeId, history.data, history.checksum, history.at, history.updatedBy
  FROM head JOIN history ON history.sequence = head.sequence`;

const PURGE_HORIZON = `SELECT COALESCE(MAX(CAST(value AS INTEGER)), 0) FROM meta WHERE key = 'purgeHorizon'`;

/** Compaction may have removed the newest entry; its sequence is not given again. */
export const NEWEST = `SELECT MAX((SELECT COALESCE(MAX(sequence), 0) FROM history), (${PURGE_HORIZON})) AS sequence`;

export interface Reads {
  readonly document: Statement<[collection: string, id: string], DocumentRow>;
  readonly newest: Statement<[], { sequence: number }>;
  readonly purgeHorizon: Statement<[], { sequence: number }>;
  readonly changesOfAll: Statement<[collection: string, after: number, limit: number], TextRow>;
  readonly changesOfAudience: Statement<
    [collection: string, audience: string, after: number, limit: number],
    TextRow
  >;
  /** `scope`: a JSON list; `audience` one of it. */
  readonly evictions: Statement<
    [{ collection: string; audience: string; scope: string; after: number; limit: number }],
    EvictedState
  >;
  /** `deleted`: 0 for living ones alone, 1 for all. */
  readonly list: Statement<[collection: string, afterId: string, deleted: number, limit: number], TextRow>;
  /** Audiences as a JSON list; null for all. */
  readonly livingStates: Statement<[{ collection: string; audiences: string | null }], StateName>;
  readonly ownedBy: Statement<[owner: string], { collection: string; id: string }>;
  readonly history: Statement<[{ collection: string; id: string; before: string; limit: number }], EntryRow>;
  readonly entriesAfter: Statement<[sequence: number, limit: number], EntryRow>;
  /** Null for all. */
  readonly rejections: Statement<
    [{ collection: string | null; writeId: string | null; limit: number }],
    RejectionRow
  >;
  readonly collectionNames: Statement<[], { name: string }>;
}

/** What is read inside and outside of commits; the same statements on either connection. */
export function prepareReads(database: Database): Reads {
  return {
    document: database.prepare(`${DOCUMENT} WHERE head.collection = ? AND head.id = ?`),
    newest: database.prepare(NEWEST),
    purgeHorizon: database.prepare(`SELECT (${PURGE_HORIZON}) AS sequence`),
    changesOfAll: database
      .prepare<[collection: string, after: number, limit: number], TextRow>(
        `${TEXT} WHERE head.collection = ? AND head.sequence > ? ORDER BY head.sequence LIMIT ?`,
      )
      .raw(),
    changesOfAudience: database
      .prepare<[collection: string, audience: string, after: number, limit: number], TextRow>(
        `${TEXT} WHERE head.collection = ? AND head.audience = ? AND head.sequence > ? ORDER BY head.sequence LIMIT ?`,
      )
      .raw(),
    evictions: database.prepare(
      `SELECT eviction.sequence, eviction.audience, eviction.collection, eviction.id, history.writeId, history.at
       FROM eviction JOIN history ON history.sequence = eviction.sequence
       LEFT JOIN head ON head.collection = eviction.collection AND head.id = eviction.id
       WHERE eviction.collection = @collection AND eviction.audience = @audience AND eviction.sequence > @after
         AND (head.audience IS NULL OR head.audience NOT IN (SELECT value FROM json_each(@scope)))
       ORDER BY eviction.sequence LIMIT @limit`,
    ),
    list: database
      .prepare<[collection: string, afterId: string, deleted: number, limit: number], TextRow>(
        `${TEXT} WHERE head.collection = ? AND head.id > ? AND head.deleted <= ? ORDER BY head.id LIMIT ?`,
      )
      .raw(),
    livingStates: database.prepare(
      `SELECT head.id, history.writeId FROM head JOIN history ON history.sequence = head.sequence
       WHERE head.collection = @collection AND head.deleted = 0
         AND (@audiences IS NULL OR head.audience IN (SELECT value FROM json_each(@audiences)))`,
    ),
    ownedBy: database.prepare(`SELECT collection, id FROM head WHERE owner = ? ORDER BY sequence`),
    history: database.prepare(
      // From entry to entry, the newest first; the wide ones are read when they are asked for.
      `WITH RECURSIVE entry (sequence) AS (
         SELECT COALESCE(
           (SELECT sequence FROM head WHERE collection = @collection AND id = @id),
           (SELECT MAX(sequence) FROM history WHERE ${IS_RECORD} AND collection = @collection AND documentId = @id))
         UNION ALL SELECT history.previous FROM entry JOIN history USING (sequence) WHERE history.previous IS NOT NULL)
       SELECT history.* FROM entry JOIN history USING (sequence) WHERE at < @before LIMIT @limit`,
    ),
    entriesAfter: database.prepare(`SELECT * FROM history WHERE sequence > ? ORDER BY sequence LIMIT ?`),
    // The wide rows are read once it is known which.
    rejections: database.prepare(
      `SELECT rejection.*, verdict.owner FROM rejection LEFT JOIN verdict USING (writeId)
       WHERE rejection.rowid IN (
         SELECT rowid FROM rejection
         WHERE (@collection IS NULL OR collection = @collection) AND (@writeId IS NULL OR writeId = @writeId)
         ORDER BY rowid DESC LIMIT @limit)
       ORDER BY rejection.rowid DESC`,
    ),
    // From name to name over the index, not through the rows of each.
    collectionNames: database.prepare(
      `WITH RECURSIVE names (name) AS (
         SELECT MIN(collection) FROM head
         UNION ALL SELECT (SELECT MIN(collection) FROM head WHERE collection > name) FROM names WHERE name IS NOT NULL)
       SELECT name FROM names WHERE name IS NOT NULL`,
    ),
  };
}
