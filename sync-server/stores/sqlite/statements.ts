import type { Database, Statement } from 'better-sqlite3';
import type { CollectionCount, EvictedState } from '#server/core/document-store.ts';
import type { StateName } from '#shared/sync/checksum.ts';
import type { ChangeRow, DocumentRow, EntryRow, KnownWriteRow, VerdictRow } from './rows.ts';

const DOCUMENT = `
  SELECT head.collection, head.id, head.sequence, head.deleted, head.owner, head.audience,
         history.writeId, history.data, history.checksum, history.at, history.updatedBy
  FROM head JOIN history ON history.sequence = head.sequence`;

/** Read as lists, a third cheaper than objects: a first pull reads every document there is. */
const CHANGE = `
  SELECT head.id, head.sequence, head.deleted, head.owner, head.audience,
         history.writeId, history.data, history.checksum, history.at, history.updatedBy
  FROM head JOIN history ON history.sequence = head.sequence`;

const PURGE_HORIZON = `SELECT COALESCE(MAX(CAST(value AS INTEGER)), 0) FROM meta WHERE key = 'purgeHorizon'`;

export interface Reads {
  readonly document: Statement<[collection: string, id: string], DocumentRow>;
  readonly newest: Statement<[], { sequence: number }>;
  readonly purgeHorizon: Statement<[], { sequence: number }>;
  readonly changesOfAll: Statement<[collection: string, after: number, limit: number], ChangeRow>;
  readonly changesOfAudience: Statement<
    [collection: string, audience: string, after: number, limit: number],
    ChangeRow
  >;
  /** `scope`: a JSON list; `audience` one of it. */
  readonly evictions: Statement<
    [{ collection: string; audience: string; scope: string; after: number; limit: number }],
    EvictedState
  >;
  readonly list: Statement<[collection: string, afterId: string, limit: number], DocumentRow>;
  /** Audiences as a JSON list; null for all. */
  readonly livingStates: Statement<[{ collection: string; audiences: string | null }], StateName>;
  readonly ownedBy: Statement<[owner: string], { collection: string; id: string }>;
  readonly history: Statement<[collection: string, id: string, before: string, limit: number], EntryRow>;
  readonly entriesAfter: Statement<[sequence: number, limit: number], EntryRow>;
  readonly verdict: Statement<[writeId: string], VerdictRow>;
  readonly write: Statement<[writeId: string], KnownWriteRow>;
  readonly collections: Statement<[], CollectionCount>;
  readonly collectionNames: Statement<[], { name: string }>;
}

export interface Writes {
  readonly history: Statement;
  readonly head: Statement;
  readonly verdict: Statement;
  readonly rejection: Statement;
  readonly eviction: Statement;
}

/** What is read inside and outside of commits; the same statements on either connection. */
export function prepareReads(database: Database): Reads {
  return {
    document: database.prepare(`${DOCUMENT} WHERE head.collection = ? AND head.id = ?`),
    // Compaction may have removed the newest entry; its sequence is not given again.
    newest: database.prepare(
      `SELECT MAX((SELECT COALESCE(MAX(sequence), 0) FROM history), (${PURGE_HORIZON})) AS sequence`,
    ),
    purgeHorizon: database.prepare(`SELECT (${PURGE_HORIZON}) AS sequence`),
    changesOfAll: database
      .prepare<[collection: string, after: number, limit: number], ChangeRow>(
        `${CHANGE} WHERE head.collection = ? AND head.sequence > ? ORDER BY head.sequence LIMIT ?`,
      )
      .raw(),
    changesOfAudience: database
      .prepare<[collection: string, audience: string, after: number, limit: number], ChangeRow>(
        `${CHANGE} WHERE head.collection = ? AND head.audience = ? AND head.sequence > ? ORDER BY head.sequence LIMIT ?`,
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
    list: database.prepare(
      `${DOCUMENT} WHERE head.collection = ? AND head.id > ? AND head.deleted = 0 ORDER BY head.id LIMIT ?`,
    ),
    livingStates: database.prepare(
      `SELECT head.id, history.writeId FROM head JOIN history ON history.sequence = head.sequence
       WHERE head.collection = @collection AND head.deleted = 0
         AND (@audiences IS NULL OR head.audience IN (SELECT value FROM json_each(@audiences)))`,
    ),
    ownedBy: database.prepare(`SELECT collection, id FROM head WHERE owner = ? ORDER BY sequence`),
    history: database.prepare(
      `SELECT * FROM history WHERE collection = ? AND documentId = ? AND at < ? ORDER BY sequence DESC LIMIT ?`,
    ),
    entriesAfter: database.prepare(`SELECT * FROM history WHERE sequence > ? ORDER BY sequence LIMIT ?`),
    verdict: database.prepare(`SELECT * FROM verdict WHERE writeId = ?`),
    write: database.prepare(
      `SELECT collection, documentId, updatedBy, device FROM history WHERE writeId = ?`,
    ),
    collections: database.prepare(
      `SELECT head.collection AS name, SUM(1 - head.deleted) AS documents, SUM(head.deleted) AS deleted,
              SUM(length(CAST(history.data AS BLOB))) AS bytes, MAX(history.at) AS lastChange,
              (SELECT COUNT(*) FROM history AS entry WHERE entry.collection = head.collection) AS history
       FROM head JOIN history ON history.sequence = head.sequence GROUP BY head.collection ORDER BY head.collection`,
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

/** What a commit writes. */
export function prepareWrites(database: Database): Writes {
  return {
    history: database.prepare(
      `INSERT INTO history (sequence, collection, documentId, at, madeAt, operation, writeId, data, checksum, updatedBy, device)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    head: database.prepare(
      `INSERT INTO head (collection, id, sequence, deleted, owner, audience) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (collection, id) DO UPDATE
       SET sequence = excluded.sequence, deleted = excluded.deleted, owner = excluded.owner, audience = excluded.audience`,
    ),
    verdict: database.prepare(
      `INSERT OR IGNORE INTO verdict (writeId, collection, id, owner, verdict, code, message, path, at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    eviction: database.prepare(
      `INSERT INTO eviction (sequence, audience, collection, id) VALUES (?, ?, ?, ?)`,
    ),
    rejection: database.prepare(
      `INSERT OR IGNORE INTO rejection (writeId, collection, id, code, message, path, payload, at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
  };
}
