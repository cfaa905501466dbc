import type { Database } from 'better-sqlite3';

/** `data` is the whole payment; the other columns are what it is looked up by. */
const TABLES = `
CREATE TABLE IF NOT EXISTS payment (
  id TEXT PRIMARY KEY,
  sessionId TEXT UNIQUE,
  fingerprint TEXT NOT NULL,
  status TEXT NOT NULL,
  mail TEXT NOT NULL,
  createdAt INTEGER NOT NULL,
  data TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS paymentByFingerprint ON payment (fingerprint, createdAt);
CREATE INDEX IF NOT EXISTS paymentByStatus ON payment (status, createdAt);
CREATE INDEX IF NOT EXISTS paymentWithDueMail ON payment (mail) WHERE mail = 'due';

CREATE TABLE IF NOT EXISTS paymentEvent (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  sessionId TEXT NOT NULL,
  receivedAt INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS simulatedSession (
  id TEXT PRIMARY KEY,
  idempotencyKey TEXT UNIQUE,
  paymentIntent TEXT UNIQUE,
  data TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** Makes the tables of payments where they are missing. */
export function createPaymentTables(database: Database): void {
  database.exec(TABLES);
}
