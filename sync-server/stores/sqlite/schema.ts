import { RECORDS } from '#server/core/maintenance.ts';

/** 'NKEN': tells `file` and us that a database is one of ours. */
export const APPLICATION_ID = 0x4e4b454e;

const FORBID_UPDATE = `CREATE TRIGGER historyKeepsItsRows BEFORE UPDATE ON history BEGIN SELECT RAISE(ABORT, 'history is append-only'); END`;

/** Compaction past the retention time takes the trigger away for the length of its transaction. */
export const FORBID_DELETE = `CREATE TRIGGER historyLosesNoRow BEFORE DELETE ON history BEGIN SELECT RAISE(ABORT, 'history is append-only'); END`;
export const ALLOW_DELETE = 'DROP TRIGGER historyLosesNoRow';

/**
 * Version 1 of the tables. The history is append-only and the single copy of every payload; `head` is narrow and points into it, so that
 * feeds and access filters never touch wide rows.
 */
export const SCHEMA = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE history (
  sequence INTEGER PRIMARY KEY,
  collection TEXT NOT NULL,
  documentId TEXT NOT NULL,
  at TEXT NOT NULL,
  madeAt TEXT,
  operation TEXT NOT NULL,
  writeId TEXT NOT NULL UNIQUE,
  data TEXT NOT NULL,
  updatedBy TEXT NOT NULL,
  device TEXT
) STRICT;
CREATE INDEX historyOfDocument ON history (collection, documentId, sequence);
${FORBID_UPDATE};
${FORBID_DELETE};

CREATE TABLE head (
  collection TEXT NOT NULL,
  id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  owner TEXT,
  audience TEXT NOT NULL,
  PRIMARY KEY (collection, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX headFeed ON head (collection, audience, sequence);
CREATE INDEX headFeedOfAll ON head (collection, sequence);

CREATE TABLE verdict (
  writeId TEXT PRIMARY KEY,
  collection TEXT NOT NULL,
  id TEXT NOT NULL,
  owner TEXT NOT NULL,
  verdict TEXT NOT NULL,
  code TEXT,
  message TEXT,
  path TEXT,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE rejection (
  writeId TEXT PRIMARY KEY,
  collection TEXT NOT NULL,
  id TEXT NOT NULL,
  code TEXT NOT NULL,
  message TEXT NOT NULL,
  path TEXT NOT NULL,
  payload TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;

CREATE TABLE eviction (
  sequence INTEGER NOT NULL,
  audience TEXT NOT NULL,
  collection TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (collection, audience, sequence, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE device (
  fid TEXT PRIMARY KEY,
  secretHash TEXT NOT NULL,
  account TEXT,
  createdAt INTEGER NOT NULL,
  lastSeen INTEGER NOT NULL,
  lastPull INTEGER
) STRICT, WITHOUT ROWID;
`;

/** What leads from each version of the tables to the next one; new files take the same way. */
export const MIGRATIONS: readonly string[] = [
  // CRC-32 of `data` in UTF-8; entries from before it have none.
  'ALTER TABLE history ADD COLUMN checksum INTEGER',
  // Never filled: whose a device is stands in its documents, and how far it has come in the metrics.
  'ALTER TABLE device DROP COLUMN account; ALTER TABLE device DROP COLUMN lastPull',
  // The sequence of the document's entry before it. An index of all entries by document cost every write a page.
  `ALTER TABLE history ADD COLUMN previous INTEGER;
   DROP TRIGGER historyKeepsItsRows;
   UPDATE history SET previous = earlier.sequence FROM (
     SELECT sequence AS own, LAG(sequence) OVER (PARTITION BY collection, documentId ORDER BY sequence) AS sequence FROM history
   ) AS earlier WHERE earlier.own = history.sequence AND earlier.sequence IS NOT NULL;
   ${FORBID_UPDATE};
   DROP INDEX historyOfDocument`,
];

/** Entries that outlive their document. A change of the list needs an index of another name. */
export const IS_RECORD = `collection IN (${RECORDS.map((name) => `'${name}'`).join(', ')})`;

/** What came later without changing the meaning of anything; run at every start. */
export const ADDITIONS = `
CREATE INDEX IF NOT EXISTS headOfOwner ON head (owner) WHERE owner IS NOT NULL;
CREATE INDEX IF NOT EXISTS headOfDeleted ON head (sequence) WHERE deleted = 1;
CREATE INDEX IF NOT EXISTS verdictByTime ON verdict (at);
CREATE INDEX IF NOT EXISTS historyOfRecord ON history (collection, documentId) WHERE ${IS_RECORD};

CREATE TABLE IF NOT EXISTS job (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS jobOfRename ON job (json_extract(record, '$.spec.collection'))
  WHERE json_extract(record, '$.spec.kind') = 'rename';
-- The sequences that a job's commits wrote, without gaps: all that undoing it needs.
CREATE TABLE IF NOT EXISTS jobRange (
  job TEXT NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  PRIMARY KEY (job, first)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS jobProblem (
  job TEXT NOT NULL,
  number INTEGER NOT NULL,
  problem TEXT NOT NULL,
  PRIMARY KEY (job, number)
) STRICT, WITHOUT ROWID;
`;
