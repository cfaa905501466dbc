import { crc32 } from 'node:zlib';
import { findFileIds } from '#shared/api/file-storage.ts';
import { createDocumentMap } from '#server/core/document-map.ts';
import type { Decision, Rejection } from '#server/core/document-store.ts';
import { PRODUCTS, priceIdOf } from '#server/core/find-taken-price.ts';
import { RETENTION_MS } from '#server/core/maintenance.ts';
import type { JobProgress } from '#server/core/jobs/job-store.ts';
import type { HistoryRow, StoredDocument } from '#server/core/stored-document.ts';
import { FILE_COLLECTIONS } from '#server/files/file-store.ts';
import { toNoticeMails } from '#server/mail/notice-mails.ts';
import { OPERATIONS } from '../rows.ts';
import type { WriteNames } from '../write-names.ts';
import { renamedCollection, toStoredPrice, type LoadedView, type NewestEntry } from './commit-view.ts';
import type { Connection } from './connections.ts';
import { announce } from './hearing.ts';
import { addMail } from './mails.ts';

export interface WriteOptions {
  /** Of our tables, and this node's name: for the other nodes. */
  readonly schema: string;
  readonly node: string;
  readonly names: WriteNames;
  /** Epoch milliseconds. */
  readonly now: number;
  /** How much content of rejected writes is kept, in bytes. */
  readonly rejectedBytes: number;
  /** Address that new enquiries are mailed to. */
  readonly shopAddress: string | undefined;
}

/**
 * Sends what writes decisions, one after the other, and doesn't wait: the caller's transaction fails if a statement does.
 * @param newest entry of each document before the first decision; afterwards of each after the last one
 * @throws TypeError for content that can't be serialised
 */
export function sendDecisions(
  connection: Connection,
  decisions: readonly Decision<unknown>[],
  newest: LoadedView['newest'],
  options: WriteOptions,
): void {
  const entries = toEntries(decisions, newest, options.names);
  const verdicts = decisions.flatMap((decision) => decision.verdicts);
  const rejections = decisions.flatMap((decision) => decision.rejections);
  const payloads = rejections.map(({ payload }) => JSON.stringify(payload));
  if (entries.length > 0) {
    sendEntries(connection, decisions, entries);
    void announce(connection, options);
  }
  if (verdicts.length > 0)
    void connection.change(ADD_VERDICTS, [...toLists(verdicts.map(toStorable), VERDICT), options.now]);
  if (rejections.length > 0) sendRejections(connection, rejections, payloads, options);
  for (const { progress, notices = [] } of decisions) {
    // What a job writes has happened elsewhere, perhaps years ago.
    if (progress) sendProgress(connection, progress);
    else
      for (const mail of notices.flatMap((notice) => toNoticeMails(notice, options)))
        void addMail(connection, mail);
  }
}

/** The entries of one decision. */
interface Batch {
  readonly first: number;
  readonly last: number;
  readonly at: string;
  readonly updatedBy: string;
  readonly device: string | undefined;
  readonly job: string | undefined;
}

/** An entry as it is stored. */
interface StoredEntry {
  readonly row: HistoryRow;
  readonly batch: Batch;
  readonly payload: string;
  readonly bytes: number;
  readonly deleted: number;
  readonly writeId: string | null;
  /** The document's newest entry before this one. */
  readonly before: NewestEntry | undefined;
}

function toEntries(
  decisions: readonly Decision<unknown>[],
  newest: LoadedView['newest'],
  names: WriteNames,
): readonly StoredEntry[] {
  return decisions.flatMap((decision) => {
    const batch = toBatch(decision);
    if (!batch) return [];
    return decision.history.map((row): StoredEntry => {
      const payload = JSON.stringify(row.data);
      const bytes = Buffer.byteLength(payload);
      const deleted = row.operation === 'delete' ? 1 : 0;
      const before = newest.get(row);
      newest.set(row, { sequence: row.sequence, deleted, bytes });
      return {
        row,
        batch,
        payload,
        bytes,
        deleted,
        writeId: names.toStored(row.sequence, row.writeId),
        before,
      };
    });
  });
}

function toBatch({ history, progress }: Decision<unknown>): Batch | undefined {
  const [first] = history;
  if (!first) return undefined;
  const { updatedBy, device } = first;
  if (history.some((row) => row.updatedBy !== updatedBy || row.device !== device))
    raise('A decision has one author and one device.');
  const at = history.reduce((earliest, row) => (row.at < earliest ? row.at : earliest), first.at);
  const last = first.sequence + history.length - 1;
  return { first: first.sequence, last, at, updatedBy, device, job: progress?.job.id };
}

const ADD_COUNTS = `
  INSERT INTO collection (number, name, documents, deleted, entries, bytes, last_change)
  SELECT (SELECT max(number) FROM collection) + place, name, documents, deleted, entries, bytes, last_change
  FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[]) WITH ORDINALITY
    AS change (name, documents, deleted, entries, bytes, last_change, place)
  ON CONFLICT (name) DO UPDATE SET documents = collection.documents + excluded.documents,
    deleted = collection.deleted + excluded.deleted, entries = collection.entries + excluded.entries,
    bytes = collection.bytes + excluded.bytes, last_change = GREATEST(collection.last_change, excluded.last_change)`;

const ADD_BATCHES = `
  INSERT INTO batch (first, last, at, updated_by, device, job)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[])`;

const ADD_ENTRIES = `
  INSERT INTO history
    (sequence, batch, previous, collection, document_id, operation, at, made_at, write_id, data, checksum)
  SELECT entry.sequence, entry.batch, entry.previous, collection.number, entry.id, entry.operation, entry.at, entry.made_at,
    entry.write_id, entry.data, entry.checksum
  FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::smallint[], $7::text[], $8::text[],
    $9::text[], $10::text[], $11::bigint[])
    AS entry (sequence, batch, previous, collection, id, operation, at, made_at, write_id, data, checksum)
  JOIN collection ON collection.name = entry.collection`;

const PUT_HEADS = `
  INSERT INTO head (collection, id, sequence, deleted, owner, audience)
  SELECT collection.number, one.id, one.sequence, one.deleted, one.owner, one.audience
  FROM unnest($1::text[], $2::text[], $3::bigint[], $4::smallint[], $5::text[], $6::text[])
    AS one (collection, id, sequence, deleted, owner, audience)
  JOIN collection ON collection.name = one.collection
  ON CONFLICT (collection, id) DO UPDATE SET sequence = excluded.sequence, deleted = excluded.deleted,
    owner = excluded.owner, audience = excluded.audience`;

const ADD_EVICTIONS = `
  INSERT INTO eviction (sequence, audience, collection, id)
  SELECT left_view.sequence, left_view.audience, collection.number, left_view.id
  FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) AS left_view (sequence, audience, collection, id)
  JOIN collection ON collection.name = left_view.collection`;

function sendEntries(
  connection: Connection,
  decisions: readonly Decision<unknown>[],
  entries: readonly StoredEntry[],
): void {
  const rows = entries.map(({ row }) => row);
  const states = createDocumentMap<StoredDocument>();
  for (const { documents } of decisions) for (const document of documents) states.set(document, document);
  const documents = states.values();
  const evictions = decisions.flatMap((decision) => decision.evictions);
  // First, because the entries need the numbers of their collections.
  void connection.change(ADD_COUNTS, toLists(countChanges(entries), COUNT));
  void connection.change(ADD_BATCHES, toLists([...new Set(entries.map(({ batch }) => batch))], BATCH));
  void connection.change(ADD_ENTRIES, [
    rows.map(({ sequence }) => sequence),
    entries.map(({ batch }) => batch.first),
    entries.map(({ before }) => before?.sequence ?? null),
    rows.map(({ collection }) => collection),
    rows.map(({ id }) => id),
    rows.map(({ operation }) => OPERATIONS.indexOf(operation)),
    entries.map(({ row, batch }) => (row.at === batch.at ? null : row.at)),
    rows.map(({ madeAt }) => madeAt ?? null),
    entries.map(({ writeId }) => writeId),
    entries.map(({ payload }) => payload),
    entries.map(({ payload }) => crc32(payload)),
  ]);
  void connection.change(PUT_HEADS, [
    documents.map(({ collection }) => collection),
    documents.map(({ id }) => id),
    documents.map(({ sequence }) => sequence),
    documents.map(({ deleted }) => (deleted ? 1 : 0)),
    documents.map(({ owner }) => owner ?? null),
    documents.map(({ audience }) => audience),
  ]);
  if (evictions.length > 0) void connection.change(ADD_EVICTIONS, toLists(evictions, EVICTION));
  sendPrices(connection, entries);
  sendFileUses(connection, entries);
}

interface CountChange {
  readonly name: string;
  documents: number;
  deleted: number;
  entries: number;
  bytes: number;
  lastChange: string;
}

function countChanges(entries: readonly StoredEntry[]): readonly CountChange[] {
  const changes = new Map<string, CountChange>();
  for (const { row, before, deleted, bytes } of entries) {
    const none = { name: row.collection, documents: 0, deleted: 0, entries: 0, bytes: 0, lastChange: row.at };
    const count = changes.get(row.collection) ?? none;
    changes.set(row.collection, count);
    count.entries += 1;
    count.bytes += bytes - (before?.bytes ?? 0);
    count.deleted += deleted - (before?.deleted ?? 0);
    count.documents += before ? before.deleted - deleted : 1 - deleted;
    if (row.at > count.lastChange) count.lastChange = row.at;
  }
  return [...changes.values()];
}

/** Keeps the price ids of products up to date. */
function sendPrices(connection: Connection, entries: readonly StoredEntry[]): void {
  const products = new Map<string, string | undefined>();
  for (const { row, deleted } of entries) {
    if (row.collection === PRODUCTS) products.set(row.id, deleted === 1 ? undefined : priceIdOf(row.data));
  }
  if (products.size === 0) return;
  const priced = [...products].flatMap(([id, priceId]) =>
    priceId === undefined ? [] : [{ id, priceId: toStoredPrice(priceId) }],
  );
  void connection.change(`DELETE FROM price WHERE id = ANY ($1::text[])`, [[...products.keys()]]);
  void connection.change(
    `INSERT INTO price (id, price_id) SELECT * FROM unnest($1::text[], $2::text[])`,
    toLists(priced, ['id', 'priceId']),
  );
}

const END_USES = `UPDATE file_use SET until = $1 WHERE collection = $2 AND document_id = $3 AND until IS NULL`;
const ADD_USES = `
  INSERT INTO file_use (file_id, collection, document_id) SELECT id, $2, $3 FROM unnest($1::text[]) AS used (id)
  ON CONFLICT (file_id, collection, document_id) DO UPDATE SET until = NULL`;

/** Keeps the uses of files up to date. */
function sendFileUses(connection: Connection, entries: readonly StoredEntry[]): void {
  for (const { row, payload } of entries) {
    const { collection, id, at, operation } = row;
    if (!FILE_COLLECTIONS.includes(collection)) continue;
    void connection.change(END_USES, [Date.parse(at) + RETENTION_MS, collection, id]);
    const files = operation === 'delete' ? [] : [...new Set(findFileIds(payload))];
    if (files.length > 0) void connection.change(ADD_USES, [files, collection, id]);
  }
}

const ADD_VERDICTS = `
  INSERT INTO verdict (write_id, collection, id, owner, verdict, code, message, path, at)
  SELECT *, $9::bigint
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
  ON CONFLICT (write_id) DO NOTHING`;

const ADD_REJECTIONS = `
  INSERT INTO rejection (write_id, collection, id, code, message, path, payload, at)
  SELECT *, $8::bigint FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
  ON CONFLICT (write_id) DO NOTHING`;

/** Dropping a tenth at once, so that not every write drops something. $1 budget, $2 what is left of it. */
const DROP_OLDEST_REJECTIONS = `
  WITH sized AS (
    SELECT number, sum(octet_length(payload)) OVER (ORDER BY number DESC) AS newer FROM rejection)
  DELETE FROM rejection
  WHERE number IN (SELECT number FROM sized WHERE newer > $2) AND (SELECT max(newer) FROM sized) > $1`;
const LEFT = 0.9;

function sendRejections(
  connection: Connection,
  rejections: readonly Rejection[],
  payloads: readonly string[],
  { now, rejectedBytes }: WriteOptions,
): void {
  void connection.change(ADD_REJECTIONS, [...toLists(rejections.map(toStorable), REJECTION), payloads, now]);
  if (rejectedBytes === Infinity) return;
  void connection.change(DROP_OLDEST_REJECTIONS, [rejectedBytes, Math.floor(rejectedBytes * LEFT)]);
}

const PUT_JOBS = `
  INSERT INTO job (id, state, renames, undone_by, record)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
  ON CONFLICT (id) DO UPDATE SET state = excluded.state, undone_by = excluded.undone_by, record = excluded.record`;
const ADD_PROBLEMS = `
  INSERT INTO job_problem (job, number, problem)
  SELECT $1, (SELECT COALESCE(max(number), 0) FROM job_problem WHERE job = $1) + place, problem
  FROM unnest($2::text[]) WITH ORDINALITY AS found (problem, place)`;

function sendProgress(connection: Connection, { job, problems, others }: JobProgress): void {
  const jobs = [job, ...others];
  void connection.change(PUT_JOBS, [
    jobs.map(({ id }) => id),
    jobs.map(({ state }) => state),
    jobs.map((one) => renamedCollection(one) ?? null),
    jobs.map(({ undoneBy }) => undoneBy),
    jobs.map((one) => JSON.stringify(one)),
  ]);
  if (problems.length === 0) return;
  const texts = problems.map((problem) => JSON.stringify(problem));
  void connection.change(ADD_PROBLEMS, [job.id, texts]);
}

const COUNT = ['name', 'documents', 'deleted', 'entries', 'bytes', 'lastChange'] as const;
const BATCH = ['first', 'last', 'at', 'updatedBy', 'device', 'job'] as const;
const EVICTION = ['sequence', 'audience', 'collection', 'id'] as const;
const VERDICT = ['writeId', 'collection', 'id', 'owner', 'verdict', 'code', 'message', 'path'] as const;
const REJECTION = ['writeId', 'collection', 'id', 'code', 'message', 'path'] as const;

/** A row with its message and path as PostgreSQL can hold them: they may quote a field's name or content with U+0000. */
export function toStorable<Row extends { readonly message?: unknown; readonly path?: unknown }>(
  row: Row,
): Row {
  const replace = (text: unknown) => (typeof text === 'string' ? text.replaceAll('\0', '\ufffd') : text);
  return { ...row, message: replace(row.message), path: replace(row.path) };
}

/** One list for each field, with `null` where a row has none. */
function toLists<Row extends object>(rows: readonly Row[], fields: readonly (keyof Row)[]): unknown[][] {
  return fields.map((field) => rows.map((row) => row[field] ?? null));
}

function raise(message: string): never {
  throw new Error(message);
}
