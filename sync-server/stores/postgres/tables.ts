import { RECORDS } from '#server/core/maintenance.ts';
import type { TableStep } from './open-schema.ts';

/** Ordered and compared by bytes, as in SQLite. */
const NAME = `text COLLATE "C"`;

/**
 * Version 1 of the tables, alike in meaning to those of SQLite. Content is text, never `jsonb`: exports and checksums
 * need its bytes, and `jsonb` refuses some strings.
 */
export const TABLES = `
-- Every commit locks this row. It is never updated, so no dead rows pile up, however old a reader's snapshot is.
CREATE TABLE writer (one int PRIMARY KEY CHECK (one = 1));
INSERT INTO writer VALUES (1);
CREATE TABLE meta (key text PRIMARY KEY, value text NOT NULL);
CREATE TABLE secret (name text PRIMARY KEY, value text NOT NULL);
-- What only one node does at a time.
CREATE TABLE lease (name text PRIMARY KEY, holder text NOT NULL, until timestamptz NOT NULL);

CREATE TABLE collection (
  number int PRIMARY KEY,
  name ${NAME} NOT NULL UNIQUE,
  documents bigint NOT NULL DEFAULT 0,
  deleted bigint NOT NULL DEFAULT 0,
  entries bigint NOT NULL DEFAULT 0,
  -- Content of the newest states, in UTF-8.
  bytes bigint NOT NULL DEFAULT 0,
  last_change ${NAME}
) WITH (fillfactor = 50);
INSERT INTO collection (number, name) VALUES ${RECORDS.map((name, index) => `(${index + 1}, '${name}')`).join(', ')};

CREATE TABLE batch (
  -- The sequence range of its entries, without gaps.
  first bigint PRIMARY KEY,
  last bigint NOT NULL,
  at ${NAME} NOT NULL,
  updated_by text NOT NULL,
  device text,
  job ${NAME}
);
CREATE INDEX batch_of_job ON batch (job, first) WHERE job IS NOT NULL;

CREATE TABLE history (
  sequence bigint PRIMARY KEY,
  batch bigint NOT NULL,
  -- Sequence of the document's previous entry.
  previous bigint,
  collection int NOT NULL,
  document_id ${NAME} NOT NULL,
  operation smallint NOT NULL,
  -- Where it differs from the batch's.
  at ${NAME},
  made_at text,
  -- NULL for the server's own writes: their id follows from the sequence.
  write_id ${NAME},
  data text NOT NULL,
  -- CRC-32 of the data in UTF-8.
  checksum bigint NOT NULL
);
CREATE UNIQUE INDEX history_of_write ON history (write_id) WHERE write_id IS NOT NULL;
CREATE INDEX history_of_record ON history (collection, document_id) WHERE collection <= ${RECORDS.length};
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('nankeen.compacting', true) IS DISTINCT FROM 'on' THEN
    RAISE EXCEPTION 'history is append-only';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER history_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON history EXECUTE FUNCTION refuse_change();
CREATE TRIGGER batch_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON batch EXECUTE FUNCTION refuse_change();

CREATE TABLE head (
  collection int NOT NULL,
  id ${NAME} NOT NULL,
  sequence bigint NOT NULL,
  deleted smallint NOT NULL,
  owner ${NAME},
  audience ${NAME} NOT NULL,
  PRIMARY KEY (collection, id)
) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX head_feed ON head (collection, sequence);
CREATE INDEX head_feed_of_audience ON head (collection, audience, sequence);
CREATE INDEX head_of_owner ON head (owner) WHERE owner IS NOT NULL;
CREATE INDEX head_of_deleted ON head (sequence) WHERE deleted = 1;

-- Products that are not deleted, by the price id of their first price, in JSON: so any string can be stored.
CREATE TABLE price (id ${NAME} PRIMARY KEY, price_id ${NAME} NOT NULL);
CREATE INDEX price_by_id ON price (price_id);

CREATE TABLE eviction (
  sequence bigint NOT NULL,
  audience ${NAME} NOT NULL,
  collection int NOT NULL,
  id ${NAME} NOT NULL,
  PRIMARY KEY (collection, audience, sequence, id)
);
CREATE INDEX eviction_by_sequence ON eviction (collection, sequence);

CREATE TABLE verdict (
  write_id ${NAME} PRIMARY KEY,
  collection text NOT NULL,
  id text NOT NULL,
  owner text NOT NULL,
  verdict text NOT NULL,
  code text,
  message text,
  path text,
  at bigint NOT NULL
);
CREATE INDEX verdict_by_time ON verdict (at);

CREATE TABLE rejection (
  number bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  write_id ${NAME} NOT NULL UNIQUE,
  collection ${NAME} NOT NULL,
  id text NOT NULL,
  code text NOT NULL,
  message text NOT NULL,
  path text NOT NULL,
  payload text NOT NULL,
  at bigint NOT NULL
);

CREATE TABLE job (
  number bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  id ${NAME} NOT NULL UNIQUE,
  state text NOT NULL,
  -- The collection, of a job that renames fields.
  renames ${NAME},
  undone_by ${NAME},
  record text NOT NULL
);
CREATE INDEX job_of_rename ON job (renames) WHERE renames IS NOT NULL;
CREATE TABLE job_problem (
  job ${NAME} NOT NULL,
  number int NOT NULL,
  problem text NOT NULL,
  PRIMARY KEY (job, number)
);

CREATE TABLE mail (
  key ${NAME} PRIMARY KEY,
  template text NOT NULL,
  "to" text NOT NULL,
  about text,
  -- JSON without the count, which grows while the mail waits.
  facts text NOT NULL,
  count int,
  state text NOT NULL,
  attempts int NOT NULL,
  queued_at bigint NOT NULL,
  next_at bigint NOT NULL,
  ends_at bigint NOT NULL,
  sent_at bigint,
  error text,
  -- Until when the node that is sending it has it to itself.
  claimed_until bigint
);
CREATE INDEX mail_waiting ON mail (attempts, next_at) WHERE state = 'waiting';
CREATE INDEX mail_by_time ON mail (queued_at);
CREATE INDEX mail_about ON mail (about) WHERE about IS NOT NULL;

CREATE TABLE file (
  id ${NAME} PRIMARY KEY,
  bucket text NOT NULL,
  state text NOT NULL,
  reason text,
  bytes bigint NOT NULL,
  width int,
  height int,
  "by" text,
  at bigint NOT NULL,
  stored_at bigint
);
CREATE TABLE file_use (
  file_id ${NAME} NOT NULL,
  collection ${NAME} NOT NULL,
  document_id ${NAME} NOT NULL,
  -- NULL while the document names the file; later, how long history can bring the name back.
  until bigint,
  PRIMARY KEY (file_id, collection, document_id)
);
CREATE INDEX file_use_of_document ON file_use (collection, document_id);

CREATE TABLE device (
  fid ${NAME} PRIMARY KEY,
  secret_hash text NOT NULL,
  generation bigint,
  created_at bigint NOT NULL,
  last_seen bigint NOT NULL
);
CREATE TABLE blocked_device (fid ${NAME} PRIMARY KEY, at bigint NOT NULL);

CREATE TABLE migration_attempt (
  number bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  id ${NAME} NOT NULL UNIQUE,
  -- The whole attempt.
  data text NOT NULL
);
-- One row at most.
CREATE TABLE migration_lock (
  one int PRIMARY KEY CHECK (one = 1),
  token text NOT NULL,
  owner text NOT NULL,
  taken_at bigint NOT NULL,
  expires_at bigint NOT NULL
);

CREATE TABLE payment (
  id ${NAME} PRIMARY KEY,
  session_id ${NAME} UNIQUE,
  fingerprint ${NAME} NOT NULL,
  owner ${NAME},
  status text NOT NULL,
  paid_at bigint,
  created_at bigint NOT NULL,
  review text,
  settled_at bigint,
  looked_at bigint NOT NULL,
  is_order_due boolean NOT NULL,
  is_refund_asked boolean NOT NULL,
  -- The whole payment; the other columns are for lookups.
  data text NOT NULL
);
CREATE INDEX payment_by_fingerprint ON payment (fingerprint, created_at);
CREATE INDEX payment_by_status ON payment (status, looked_at, created_at);
CREATE INDEX payment_by_owner ON payment (owner, created_at);
CREATE INDEX payment_paid ON payment (paid_at) WHERE paid_at IS NOT NULL;
CREATE INDEX payment_review ON payment (created_at) WHERE review IS NOT NULL;
CREATE INDEX payment_order_due ON payment (id) WHERE is_order_due;
CREATE INDEX payment_refund_asked ON payment (id) WHERE is_refund_asked;
CREATE TABLE payment_event (
  id ${NAME} PRIMARY KEY,
  type text NOT NULL,
  session_id text,
  payment_intent text,
  source text NOT NULL,
  state text NOT NULL,
  attempts int NOT NULL,
  received_at bigint NOT NULL,
  next_at bigint NOT NULL,
  error text
);
CREATE INDEX payment_event_waiting ON payment_event (attempts, next_at) WHERE state = 'received';
CREATE TABLE simulated_session (
  id ${NAME} PRIMARY KEY,
  idempotency_key ${NAME} UNIQUE,
  payment_intent ${NAME} UNIQUE,
  created_at bigint NOT NULL,
  data text NOT NULL
);
CREATE TABLE simulated_price (id ${NAME} PRIMARY KEY, idempotency_key ${NAME} UNIQUE, data text NOT NULL);
CREATE TABLE simulated_event (
  number bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  id ${NAME} NOT NULL UNIQUE,
  -- Epoch seconds.
  at bigint NOT NULL,
  type text NOT NULL,
  data text NOT NULL
);
CREATE INDEX simulated_event_by_time ON simulated_event (at);
`;

/** Steps from version 1 to the next ones. */
export const STEPS: readonly TableStep[] = [];
