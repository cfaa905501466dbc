import { RECORDS } from '#server/core/maintenance.ts';

/** Looks up a collection's number by name; NULL for one that never held anything. */
export const NUMBER_OF = (name: string) => `(SELECT number FROM collection WHERE name = ${name})`;

/** Entries that outlive their document. The record collections are the first ones. */
export const IS_RECORD = `history.collection <= ${RECORDS.length}`;

/** When an entry was written; needs `history` and its `batch`. */
export const AT = `COALESCE(history.at, batch.at)`;

/** The columns of a `DocumentRow`, in the order of a `TextRow`: from a head, its entry and that entry's batch. */
export const DOCUMENT_COLUMNS = `head.id, head.sequence, head.deleted, head.owner, head.audience,
  history.write_id AS "writeId", history.data, history.checksum, ${AT} AS at, batch.updated_by AS "updatedBy"`;
/** The names of these columns, to select them from a subquery. */
const PAGE_COLUMNS = 'id, sequence, deleted, owner, audience, "writeId", data, checksum, at, "updatedBy"';
/** Joins a head's newest entry and that entry's batch. */
export const OF_HEAD = `JOIN history ON history.sequence = head.sequence JOIN batch ON batch.first = history.batch`;

/** The columns of an `EntryRow`. */
export const ENTRY_COLUMNS = `history.sequence, collection.name AS collection, history.document_id AS "documentId",
  ${AT} AS at, history.made_at AS "madeAt", history.operation, history.write_id AS "writeId", history.data,
  history.checksum, batch.updated_by AS "updatedBy", batch.device`;
export const OF_ENTRY = `JOIN batch ON batch.first = history.batch JOIN collection ON collection.number = history.collection`;

/** How many bytes of content come before an entry, in this order. */
const bytesBefore = (order: string) =>
  `sum(octet_length(history.data)) OVER (ORDER BY ${order}) - octet_length(history.data)`;

const PURGE_HORIZON = `COALESCE((SELECT value::bigint FROM meta WHERE key = 'purgeHorizon'), 0)`;
/** Compaction may have removed the newest entry; its sequence is not assigned again. */
const NEWEST = `GREATEST((SELECT max(sequence) FROM history), ${PURGE_HORIZON})`;

/** With the epoch that the sequences are of. */
export const BOUNDS = `SELECT ${NEWEST} AS newest, ${PURGE_HORIZON} AS "purgeHorizon",
  (SELECT value FROM meta WHERE key = 'epoch') AS epoch`;

/** Documents: $1 collections, $2 ids, both of one length. */
export const NAMED = `SELECT collection.name AS collection, ${DOCUMENT_COLUMNS}
  FROM unnest($1::text[], $2::text[]) AS named (collection, id) JOIN collection ON collection.name = named.collection
  JOIN head ON head.collection = collection.number AND head.id = named.id ${OF_HEAD}`;

/**
 * The next changes of a collection: $1 its name, $2 audiences or NULL for all, $3 sequence, $4 how many documents, $5 how
 * many bytes, $6 how many documents it has however large they are. Finds a narrow page first: joined flat, the planner
 * walks the whole history. A last row that is `followed` says that the page was cut for its size.
 */
export const CHANGES = `
  SELECT ${PAGE_COLUMNS}, followed FROM (
    SELECT ${DOCUMENT_COLUMNS}, lead(true, 1, false) OVER (ORDER BY head.sequence) AS followed,
      ${bytesBefore('head.sequence')} AS before, row_number() OVER (ORDER BY head.sequence) AS place
    FROM (
      SELECT * FROM (
        SELECT head.* FROM head WHERE $2::text[] IS NULL AND collection = ${NUMBER_OF('$1')} AND sequence > $3
        ORDER BY sequence LIMIT $4
      ) AS of_all
      UNION ALL SELECT own.* FROM unnest($2::text[]) AS reader (audience) CROSS JOIN LATERAL (
        SELECT head.* FROM head
        WHERE collection = ${NUMBER_OF('$1')} AND head.audience = reader.audience AND sequence > $3
        ORDER BY sequence LIMIT $4
      ) AS own
      ORDER BY sequence LIMIT $4
    ) AS head ${OF_HEAD}
  ) AS page
  WHERE before <= $5 OR place <= $6 ORDER BY sequence`;

/**
 * Evictions that no audience of the reader makes up for: $1 collection, $2 audiences, $3 sequence, $4 how many. The head is
 * looked up for each: joined, the planner walks the evictions of all audiences.
 */
export const EVICTIONS = `
  SELECT narrow.sequence, narrow.audience, narrow.id, history.write_id AS "writeId", ${AT} AS at
  FROM (
    SELECT own.* FROM unnest($2::text[]) AS reader (audience) CROSS JOIN LATERAL (
      SELECT eviction.* FROM eviction
      WHERE collection = ${NUMBER_OF('$1')} AND eviction.audience = reader.audience AND sequence > $3
        AND COALESCE((
          SELECT head.audience FROM head WHERE head.collection = eviction.collection AND head.id = eviction.id
        ) <> ALL ($2::text[]), true)
      ORDER BY sequence LIMIT $4
    ) AS own
    ORDER BY sequence LIMIT $4
  ) AS narrow
  JOIN history ON history.sequence = narrow.sequence JOIN batch ON batch.first = history.batch
  ORDER BY narrow.sequence`;

/**
 * Documents by id: $1 collection, $2 audiences or NULL for all, $3 id before, $4 whether deleted ones count, $5 how many,
 * $6 how many bytes.
 */
export const LIST = `
  SELECT ${PAGE_COLUMNS} FROM (
    SELECT ${DOCUMENT_COLUMNS}, ${bytesBefore('head.id')} AS before FROM (
      SELECT head.* FROM head
      WHERE collection = ${NUMBER_OF('$1')} AND id > $3 AND deleted <= $4 AND ($2::text[] IS NULL OR audience = ANY ($2))
      ORDER BY id LIMIT $5
    ) AS head ${OF_HEAD}
  ) AS page
  WHERE before < $6 ORDER BY id`;

/** Of all audiences: $1 collection, $2 whether deleted, $3 below this sequence, $4 how many. */
export const NEWEST_DOCUMENTS = `
  SELECT ${DOCUMENT_COLUMNS} FROM (
    SELECT * FROM head WHERE collection = ${NUMBER_OF('$1')} AND deleted = $2 AND sequence < $3
    ORDER BY sequence DESC LIMIT $4
  ) AS head ${OF_HEAD} ORDER BY head.sequence DESC`;

/** $1 collection, $2 audiences or NULL for all. */
export const LIVING_STATES = `
  SELECT head.id, head.sequence, history.write_id AS "writeId" FROM head JOIN history ON history.sequence = head.sequence
  WHERE head.collection = ${NUMBER_OF('$1')} AND head.deleted = 0 AND ($2::text[] IS NULL OR head.audience = ANY ($2))`;

export const OWNED_BY = `
  SELECT collection.name AS collection, head.id FROM head JOIN collection ON collection.number = head.collection
  WHERE owner = $1 ORDER BY sequence`;

/** From entry to entry of each document of an owner. */
export const ENTRIES_OF_OWNER = `
  WITH RECURSIVE entry (sequence) AS (
    SELECT sequence FROM head WHERE owner = $1
    UNION ALL SELECT history.previous FROM entry JOIN history USING (sequence) WHERE history.previous IS NOT NULL)`;

/** $1 owner, $2 most entries. */
export const STORED_BY = `${ENTRIES_OF_OWNER}
  SELECT count(*) AS writes, COALESCE(sum(octet_length(data)), 0)::bigint AS bytes
  FROM (SELECT sequence FROM entry LIMIT $2) AS counted JOIN history USING (sequence)`;

/** Newest first: $1 collection, $2 id, $3 before this time, $4 how many. */
export const HISTORY = `
  WITH RECURSIVE entry (sequence) AS (
    SELECT COALESCE(
      (SELECT sequence FROM head WHERE collection = ${NUMBER_OF('$1')} AND id = $2),
      (SELECT max(sequence) FROM history
       WHERE ${IS_RECORD} AND history.collection = ${NUMBER_OF('$1')} AND document_id = $2))
    UNION ALL SELECT history.previous FROM entry JOIN history USING (sequence) WHERE history.previous IS NOT NULL)
  SELECT ${ENTRY_COLUMNS} FROM entry JOIN history USING (sequence) ${OF_ENTRY}
  WHERE ${AT} < $3 ORDER BY history.sequence DESC LIMIT $4`;

/** $1 sequence, $2 how many, $3 how many bytes. */
export const ENTRIES_AFTER = `
  SELECT * FROM (
    SELECT ${ENTRY_COLUMNS}, ${bytesBefore('history.sequence')} AS before
    FROM (SELECT * FROM history WHERE sequence > $1 ORDER BY sequence LIMIT $2) AS history ${OF_ENTRY}
  ) AS page
  WHERE before < $3 ORDER BY sequence`;

/** Newest first: $1 collection or NULL, $2 write id or NULL, $3 how many. */
export const REJECTIONS = `
  SELECT page.write_id AS "writeId", page.collection, page.id, page.code, page.message, page.path, page.payload, page.at,
    verdict.owner
  FROM (
    SELECT * FROM rejection WHERE ($1::text IS NULL OR collection = $1) AND ($2::text IS NULL OR write_id = $2)
    ORDER BY number DESC LIMIT $3
  ) AS page LEFT JOIN verdict USING (write_id) ORDER BY page.number DESC`;

export const COLLECTIONS = `
  SELECT name, documents, deleted, entries AS history, bytes, last_change AS "lastChange" FROM collection
  WHERE documents + deleted > 0 ORDER BY name`;
