import { RECORDS } from '#server/core/maintenance.ts';

/** 'NKEN': lets `file` and us recognise our databases. */
export const APPLICATION_ID = 0x4e4b454e;

const GUARDED = ['history', 'batch'] as const;
const forbid = (act: 'Update' | 'Delete') =>
  GUARDED.map(
    (table) =>
      `CREATE TRIGGER ${table}No${act} BEFORE ${act.toUpperCase()} ON ${table} BEGIN SELECT RAISE(ABORT, 'history is append-only'); END;`,
  ).join('\n');

const allow = (act: 'Update' | 'Delete') =>
  GUARDED.map((table) => `DROP TRIGGER ${table}No${act};`).join('\n');

/** Compaction drops these triggers within its transaction; erasing drops the others too. */
export const FORBID_DELETE = forbid('Delete');
export const ALLOW_DELETE = allow('Delete');
export const FORBID_UPDATE = forbid('Update');
export const ALLOW_UPDATE = allow('Update');

/** Entries that outlive their document. The record collections are the first ones in every file. */
export const IS_RECORD = `history.collection <= ${RECORDS.length}`;

/** Documents that only their owner sees; each owner has few. */
export const IS_PERSONAL = `audience NOT IN ('public', 'staff')`;

/** Payments with a refund that the provider has not answered. */
export const HAS_REFUND_ASKED = `instr(data ->> '$.refunds', '"state":"asked"') > 0`;

/**
 * Version 1 of the tables. The history is append-only and holds the only copy of every payload. `head` is narrow and
 * points into it, so feeds and access filters never read wide rows. Values shared by all entries of a request or job
 * step are in their batch; each collection's counts are in its row.
 */
export const SCHEMA = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE collection (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  documents INTEGER NOT NULL DEFAULT 0,
  deleted INTEGER NOT NULL DEFAULT 0,
  entries INTEGER NOT NULL DEFAULT 0,
  -- Content of the newest states, in UTF-8.
  bytes INTEGER NOT NULL DEFAULT 0,
  lastChange TEXT
) STRICT;
INSERT INTO collection (name) VALUES ${RECORDS.map((name) => `('${name}')`).join(', ')};

CREATE TABLE batch (
  -- The sequence range of its entries, without gaps.
  first INTEGER PRIMARY KEY,
  last INTEGER NOT NULL,
  at TEXT NOT NULL,
  updatedBy TEXT NOT NULL,
  device TEXT,
  job TEXT
) STRICT;
CREATE INDEX batchOfJob ON batch (job, first) WHERE job IS NOT NULL;

CREATE TABLE history (
  sequence INTEGER PRIMARY KEY,
  batch INTEGER NOT NULL,
  -- Sequence of the document's previous entry. An index of entries by document would cost every write a page.
  previous INTEGER,
  collection INTEGER NOT NULL,
  documentId TEXT NOT NULL,
  operation INTEGER NOT NULL,
  -- Where it differs from the batch's.
  at TEXT,
  madeAt TEXT,
  -- NULL for the server's own writes: their id follows from the sequence.
  writeId TEXT,
  data TEXT NOT NULL,
  -- CRC-32 of the data in UTF-8.
  checksum INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX historyOfWrite ON history (writeId) WHERE writeId IS NOT NULL;
CREATE INDEX historyOfRecord ON history (collection, documentId) WHERE ${IS_RECORD.replace('history.', '')};
${FORBID_UPDATE}
${FORBID_DELETE}

CREATE TABLE head (
  collection INTEGER NOT NULL,
  id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  owner TEXT,
  audience TEXT NOT NULL,
  PRIMARY KEY (collection, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX headFeed ON head (collection, sequence);
CREATE INDEX headFeedOfPerson ON head (collection, audience, sequence) WHERE ${IS_PERSONAL};
CREATE INDEX headOfOwner ON head (owner) WHERE owner IS NOT NULL;
CREATE INDEX headOfDeleted ON head (sequence) WHERE deleted = 1;

CREATE TABLE eviction (
  sequence INTEGER NOT NULL,
  audience TEXT NOT NULL,
  collection INTEGER NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (collection, audience, sequence, id)
) STRICT, WITHOUT ROWID;

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
CREATE INDEX verdictByTime ON verdict (at);

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

CREATE TABLE job (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX jobOfRename ON job (json_extract(record, '$.spec.collection'))
  WHERE json_extract(record, '$.spec.kind') = 'rename';
CREATE TABLE jobProblem (
  job TEXT NOT NULL,
  number INTEGER NOT NULL,
  problem TEXT NOT NULL,
  PRIMARY KEY (job, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE migrationAttempt (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  -- The whole attempt.
  data TEXT NOT NULL
) STRICT;
-- One row at most.
CREATE TABLE migrationLock (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  token TEXT NOT NULL,
  owner TEXT NOT NULL,
  takenAt INTEGER NOT NULL,
  expiresAt INTEGER NOT NULL
) STRICT;

CREATE TABLE device (
  fid TEXT PRIMARY KEY,
  secretHash TEXT NOT NULL,
  generation INTEGER,
  createdAt INTEGER NOT NULL,
  lastSeen INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE blockedDevice (fid TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE payment (
  id TEXT PRIMARY KEY,
  sessionId TEXT UNIQUE,
  fingerprint TEXT NOT NULL,
  status TEXT NOT NULL,
  createdAt INTEGER NOT NULL,
  lookedAt INTEGER NOT NULL,
  -- The whole payment; the other columns are for lookups.
  data TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX paymentByFingerprint ON payment (fingerprint, createdAt);
CREATE INDEX paymentByStatus ON payment (status, lookedAt, createdAt);
CREATE INDEX paymentByOwner ON payment (data ->> '$.owner', createdAt);
CREATE INDEX paymentRefundAsked ON payment (id) WHERE ${HAS_REFUND_ASKED};
CREATE INDEX paymentReview ON payment (createdAt) WHERE data ->> '$.review' IS NOT NULL;
CREATE INDEX paymentOrderDue ON payment (id) WHERE data ->> '$.isOrderDue';
CREATE TABLE paymentEvent (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  sessionId TEXT,
  paymentIntent TEXT,
  source TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  receivedAt INTEGER NOT NULL,
  nextAt INTEGER NOT NULL,
  error TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX paymentEventWaiting ON paymentEvent (attempts, nextAt) WHERE state = 'received';
CREATE TABLE simulatedSession (
  id TEXT PRIMARY KEY,
  idempotencyKey TEXT UNIQUE,
  paymentIntent TEXT UNIQUE,
  data TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE simulatedPrice (
  id TEXT PRIMARY KEY,
  idempotencyKey TEXT UNIQUE,
  data TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE simulatedEvent (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL,
  data TEXT NOT NULL
) STRICT;
CREATE INDEX simulatedEventByTime ON simulatedEvent (at);

CREATE TABLE mail (
  key TEXT PRIMARY KEY,
  template TEXT NOT NULL,
  "to" TEXT NOT NULL,
  about TEXT,
  facts TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  queuedAt INTEGER NOT NULL,
  nextAt INTEGER NOT NULL,
  endsAt INTEGER NOT NULL,
  sentAt INTEGER,
  error TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX mailWaiting ON mail (attempts, nextAt) WHERE state = 'waiting';
CREATE INDEX mailByTime ON mail (queuedAt);
CREATE INDEX mailAbout ON mail (about) WHERE about IS NOT NULL;

CREATE TABLE file (
  id TEXT PRIMARY KEY,
  bucket TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT,
  bytes INTEGER NOT NULL,
  width INTEGER,
  height INTEGER,
  by TEXT,
  at INTEGER NOT NULL,
  storedAt INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE fileUse (
  fileId TEXT NOT NULL,
  collection TEXT NOT NULL,
  documentId TEXT NOT NULL,
  -- NULL while the document names the file; later, how long history can bring the name back.
  until INTEGER,
  PRIMARY KEY (fileId, collection, documentId)
) STRICT, WITHOUT ROWID;
CREATE INDEX fileUseOfDocument ON fileUse (collection, documentId);
`;

/** The upgrade from each schema version to the next; new files go through them too. */
export const MIGRATIONS: readonly string[] = [
  `-- Products that are not deleted, by the price id of their first price.
   CREATE TABLE price (id TEXT PRIMARY KEY, priceId TEXT NOT NULL) STRICT, WITHOUT ROWID;
   CREATE INDEX priceById ON price (priceId);
   INSERT INTO price
   SELECT head.id, CASE WHEN json_valid(history.data)
     THEN json_extract(history.data, '$.productPrices[0].description') END AS priceId
   FROM head CROSS JOIN history ON history.sequence = head.sequence
   WHERE head.collection = (SELECT number FROM collection WHERE name = 'products') AND head.deleted = 0
     AND priceId <> '';`,
];
