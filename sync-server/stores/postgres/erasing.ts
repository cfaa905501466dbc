import { DELETED_ACCOUNT } from '#shared/collections/collection.ts';
import { utcIso } from '#shared/kernel/clock.ts';
import {
  decideErasing,
  namesAny,
  selectErased,
  toAuthors,
  toLastWrites,
} from '#server/core/decide-erasing.ts';
import { createDocumentMap } from '#server/core/document-map.ts';
import type { Decision, Eviction } from '#server/core/document-store.ts';
import type { ErasedPerson, ErasedRows } from '#server/core/eraser.ts';
import type { DocumentKey } from '#server/core/stored-document.ts';
import type { DocumentRow } from '../rows.ts';
import type { GroupParts } from './commit-group.ts';
import type { NewestEntry } from './commit-view.ts';
import { ALLOW_CHANGES, removeEntries } from './compaction.ts';
import type { JobHold } from '#server/core/jobs/job-store.ts';
import type { Connection } from './connections.ts';
import { MIGRATIONS_IN_TURN } from './migrations.ts';
import { IS_UNPAID } from './payments.ts';
import { BOUNDS, DOCUMENT_COLUMNS, ENTRIES_OF_OWNER, IS_RECORD, NUMBER_OF, OF_HEAD } from './statements.ts';
import { sendDecisions } from './write-decision.ts';

/** In lower case as in SQLite, whatever the database's language. */
const LOWER = (text: string) => `lower(${text} COLLATE "C")`;
/** Whether a text contains one of several texts, which are in lower case. */
const HAS_ANY = (text: string, some: string) =>
  `EXISTS (SELECT 1 FROM unnest(${some}::text[]) AS known (part) WHERE strpos(${LOWER(text)}, known.part) > 0)`;
/** Whether a row is about one of the documents: $1 collections, $2 ids. */
const IS_ERASED = (collection: string, id: string) =>
  `(${collection}, ${id}) IN (SELECT * FROM unnest($1::text[], $2::text[]))`;

const PAYMENTS = 'SELECT id, data FROM payment WHERE owner = $1 ORDER BY id FOR UPDATE';

const OWNED = `
  SELECT collection.name AS collection, ${DOCUMENT_COLUMNS} FROM head ${OF_HEAD}
  JOIN collection ON collection.number = head.collection WHERE head.owner = $1 ORDER BY head.sequence`;

/** Only its owner ($1) writes a profile or a cart, under the address of the time; $2 the account's id. */
const EARLIER_ADDRESSES = `
  WITH RECURSIVE entry (sequence) AS (
    SELECT sequence FROM head
    WHERE owner = $1 AND collection IN (SELECT number FROM collection WHERE name IN ('profiles', 'checkouts'))
    UNION ALL SELECT previous FROM entry JOIN history USING (sequence) WHERE previous IS NOT NULL)
  SELECT replace(batch.updated_by, ' (not confirmed)', '') AS address
  FROM entry JOIN history USING (sequence) JOIN batch ON batch.first = history.batch
  WHERE batch.updated_by LIKE '%_@_%'
  UNION SELECT "to" FROM mail WHERE strpos(key, $2) > 0`;

/** Entries of inbox documents whose content contains an address ($1). */
const NAMING_ENTRIES = `
  WITH RECURSIVE entry (id, sequence) AS (
    SELECT id, sequence FROM head WHERE collection = ${NUMBER_OF(`'inbox'`)}
    UNION ALL SELECT id, previous FROM entry JOIN history USING (sequence) WHERE previous IS NOT NULL)
  SELECT entry.id, data AS json FROM entry JOIN history USING (sequence) WHERE ${HAS_ANY('data', '$1')}`;
const NAMING_REJECTIONS = `
  SELECT write_id AS id, payload AS json FROM rejection WHERE ${HAS_ANY('payload', '$1')}`;
/** Inbox documents about the documents ($1, $2), and some others ($3 ids). */
const INBOX = `
  SELECT 'inbox' AS collection, ${DOCUMENT_COLUMNS} FROM head ${OF_HEAD}
  WHERE head.collection = ${NUMBER_OF(`'inbox'`)} AND (
    head.id IN (SELECT collection || '|' || id FROM unnest($1::text[], $2::text[]) AS gone (collection, id))
    OR head.id = ANY ($3::text[]))`;

const AUDIENCES_LEFT = `
  SELECT DISTINCT collection.name AS collection, eviction.id, eviction.audience
  FROM eviction JOIN collection ON collection.number = eviction.collection
  WHERE ${IS_ERASED('collection.name', 'eviction.id')}`;

const CUT_CHAINS = 'UPDATE history SET previous = NULL WHERE sequence = ANY ($1::bigint[])';
/** $1 authors, as history names them. */
const FORGET_AUTHORS = `
  UPDATE batch SET updated_by = '${DELETED_ACCOUNT}', device = NULL WHERE updated_by = ANY ($1::text[])
  RETURNING first, last`;
/** All entries of enquiries without a head that have an entry in these batches ($1 first sequences, $2 last ones). */
const RECORDS = `
  SELECT history.sequence FROM history
  WHERE ${IS_RECORD} AND collection = ${NUMBER_OF(`'contacts'`)} AND document_id IN (
    SELECT theirs.document_id FROM unnest($1::bigint[], $2::bigint[]) AS batch (first, last)
    JOIN history AS theirs ON theirs.sequence BETWEEN batch.first AND batch.last
    WHERE theirs.collection = ${NUMBER_OF(`'contacts'`)} AND NOT EXISTS (
      SELECT 1 FROM head WHERE head.collection = theirs.collection AND head.id = theirs.document_id))`;

const DISOWN = 'UPDATE head SET owner = NULL WHERE owner = $1';
const DROP_EVICTIONS = `
  DELETE FROM eviction USING collection
  WHERE collection.number = eviction.collection AND ${IS_ERASED('collection.name', 'eviction.id')}
    AND NOT EXISTS (SELECT 1 FROM history WHERE history.sequence = eviction.sequence)`;
/**
 * $3 owner, $4 the account's id, $5 writes whose content names an address: a document call that was refused has no
 * verdict, so only its content tells whose it was.
 */
const DROP_REJECTIONS = `
  DELETE FROM rejection WHERE write_id IN (SELECT write_id FROM verdict WHERE owner = $3)
    OR ${IS_ERASED('collection', 'id')} OR id = $4 OR write_id = ANY ($5::text[])`;
const DROP_VERDICTS = `DELETE FROM verdict WHERE owner = $3 OR ${IS_ERASED('collection', 'id')}`;

const DROP_USES = `
  DELETE FROM file_use WHERE ${IS_ERASED('collection', 'document_id')} RETURNING file_id AS "fileId"`;
const IS_USED = 'EXISTS (SELECT 1 FROM file_use WHERE file_id = file.id)';
const TAKE_FILES = `UPDATE file SET "by" = $1 WHERE id = ANY ($2::text[]) AND NOT ${IS_USED}`;
const LEAVE_FILES = `UPDATE file SET "by" = NULL WHERE "by" = $1 AND ${IS_USED}`;

/** $1 addresses, $2 the account's id, $3 addresses as a fact names them, $4 ids of documents and payments. */
const DROP_MAILS = `
  DELETE FROM mail WHERE ${LOWER('"to"')} = ANY ($1::text[]) OR strpos(key, $2) > 0 OR ${HAS_ANY('facts', '$3')}
    OR about = ANY ($4::text[])`;
/** What nobody paid is no order. */
const DROP_UNPAID = `DELETE FROM payment WHERE owner = $1 AND ${IS_UNPAID}`;
const DISOWN_PAYMENTS = `
  UPDATE payment SET owner = NULL, data = changed.data FROM unnest($1::text[], $2::text[]) AS changed (id, data)
  WHERE payment.id = changed.id`;
/** Rows whose JSON contains an address ($1). */
const NAMING = (table: string, json: string) =>
  `SELECT id, ${json} AS json FROM ${table} WHERE ${HAS_ANY(json, '$1')} FOR UPDATE`;
const RENAME = (table: string, json: string) =>
  `UPDATE ${table} SET ${json} = changed.json FROM unnest($1::text[], $2::text[]) AS changed (id, json)
   WHERE ${table}.id = changed.id`;

/** Whether anything belongs to an owner ($1). */
export const HOLDS_ANYTHING = `
  SELECT 1 WHERE EXISTS (SELECT 1 FROM head WHERE owner = $1) OR EXISTS (SELECT 1 FROM payment WHERE owner = $1)`;
/** Devices that wrote the documents of an owner ($1). */
export const DEVICES_OF = `${ENTRIES_OF_OWNER}
  SELECT DISTINCT batch.device FROM entry JOIN history USING (sequence) JOIN batch ON batch.first = history.batch
  WHERE batch.device IS NOT NULL`;

/**
 * Frees the space of erased rows. PostgreSQL does so by itself only after a fifth of a table has changed. Blocks no reader
 * or writer.
 */
export const FREE_SPACE = `VACUUM (SKIP_LOCKED, TRUNCATE false) history, batch, head, eviction, verdict, rejection,
  file, file_use, mail, payment, job, migration_attempt`;

/** As `Eraser.erase`; runs under the writer lock, in a transaction of the caller. */
export async function erase(
  connection: Connection,
  { accountId, addresses }: ErasedPerson,
  parts: GroupParts,
): Promise<Decision<ErasedRows>> {
  const owner = `account:${accountId}`;
  const [payments, ownedRows, earlier, [bounds]] = await Promise.all([
    // Before the mails: a change of a payment locks both in this order.
    connection.rows<{ id: string; data: string }>(PAYMENTS, [owner]),
    connection.rows<FoundRow>(OWNED, [owner]),
    connection.rows<{ address: string }>(EARLIER_ADDRESSES, [owner, accountId]),
    connection.rows<{ newest: number }>(BOUNDS),
  ]);
  const known = [...addresses, ...earlier.map(({ address }) => address)];
  const lower = known.map((address) => address.toLowerCase());
  const findNaming = async (statement: string) => {
    const found = await connection.rows<{ id: string; json: string }>(statement, [lower]);
    return found.filter(({ json }) => namesAny(json, lower)).map(({ id }) => id);
  };
  const toDocument = ({ collection, ...row }: FoundRow) => parts.rows.toStoredDocument(collection, row);
  const owned = ownedRows.map(toDocument);
  const [inboxIds, refused] = await Promise.all([NAMING_ENTRIES, NAMING_REJECTIONS].map(findNaming));
  const inboxRows = await connection.rows<FoundRow>(INBOX, [...toPairs(selectErased(owned)), inboxIds]);
  const last = toLastWrites(owned, inboxRows.map(toDocument));
  const pairs = toPairs(last.erased);
  const left = await connection.rows<Pick<Eviction, 'collection' | 'id' | 'audience'>>(AUDIENCES_LEFT, pairs);
  const decision = decideErasing(last, {
    epoch: parts.epoch,
    sequence: bounds?.newest ?? 0,
    now: utcIso(parts.now),
    addresses: known,
    audiencesLeft: ({ collection, id }) =>
      left.filter((one) => one.collection === collection && one.id === id).map(({ audience }) => audience),
  });
  sendDecisions(connection, [decision], toNewest([...ownedRows, ...inboxRows]), parts);
  const dropped = [...last.erased, ...last.renamed];
  const entries = await dropEntries(connection, known.flatMap(toAuthors), {
    earlier: dropped.map(({ sequence }) => sequence),
    last: decision.history.slice(0, dropped.length).map(({ sequence }) => sequence),
  });

  const [, , rejections, , uses, mails] = await Promise.all([
    connection.change(DISOWN, [owner]),
    connection.change(DROP_EVICTIONS, pairs),
    connection.change(DROP_REJECTIONS, [...pairs, owner, accountId, refused]),
    connection.change(DROP_VERDICTS, [...pairs, owner]),
    connection.rows<{ fileId: string }>(DROP_USES, pairs),
    connection.change(DROP_MAILS, [
      lower,
      accountId,
      lower.map((address) => `"email":${JSON.stringify(address)}`),
      [...last.erased, ...payments].map(({ id }) => id),
    ]),
  ]);
  await Promise.all([
    connection.change(TAKE_FILES, [accountId, uses.map(({ fileId }) => fileId)]),
    connection.change(LEAVE_FILES, [accountId]),
    connection.change(DROP_UNPAID, [owner]),
    connection.change(MIGRATIONS_IN_TURN),
  ]);
  const [disowned] = await Promise.all([
    connection.change(DISOWN_PAYMENTS, [
      payments.map(({ id }) => id),
      payments.map(({ data }) => JSON.stringify({ ...(JSON.parse(data) as object), owner: undefined })),
    ]),
    rename(connection, lower, { table: 'job', json: 'record', field: 'startedBy' }),
    rename(connection, lower, { table: 'migration_attempt', json: 'data', field: 'by' }),
  ]);
  const documents = selectErased(owned).length;
  const kept = last.kept.length + disowned;
  return { ...decision, result: { documents, entries, rejections, mails, kept } };
}

type FoundRow = DocumentRow & { readonly collection: string };

function toPairs(documents: readonly DocumentKey[]): [collections: string[], ids: string[]] {
  return [documents.map(({ collection }) => collection), documents.map(({ id }) => id)];
}

function toNewest(rows: readonly FoundRow[]) {
  const newest = createDocumentMap<NewestEntry>();
  for (const row of rows) newest.set(row, { ...row, bytes: Buffer.byteLength(row.data) });
  return newest;
}

/**
 * Removes the history of documents but for their last entries, and forgets who wrote the rest.
 * @returns how many entries it removed
 */
async function dropEntries(
  connection: Connection,
  authors: readonly string[],
  sequences: { readonly earlier: readonly number[]; readonly last: readonly number[] },
): Promise<number> {
  const [, , batches] = await Promise.all([
    connection.change(ALLOW_CHANGES),
    connection.change(CUT_CHAINS, [sequences.last]),
    connection.rows<{ first: number; last: number }>(FORGET_AUTHORS, [authors]),
  ]);
  // Business records outlive their deleted document by years.
  const records = await connection.rows<{ sequence: number }>(RECORDS, [
    batches.map(({ first }) => first),
    batches.map(({ last }) => last),
  ]);
  return removeEntries(
    connection,
    sequences.earlier,
    records.map(({ sequence }) => sequence),
  );
}

/** Replaces the account's address in a field of a table's JSON, and ends what runs in the account's name. */
async function rename(
  connection: Connection,
  addresses: readonly string[],
  { table, json, field }: { readonly table: string; readonly json: string; readonly field: string },
): Promise<void> {
  const found = await connection.rows<{ id: string; json: string }>(NAMING(table, json), [addresses]);
  const changed = found.flatMap(({ id, json: text }) => {
    const content = JSON.parse(text) as Record<string, unknown>;
    const isTheirs = (value: unknown) => addresses.includes(String(value).toLowerCase());
    const [name, hold] = [content[field], content['hold'] as JobHold | undefined];
    if (![name, hold?.actor?.email].some(isTheirs)) return [];
    const renamed = { ...content, [field]: isTheirs(name) ? DELETED_ACCOUNT : name };
    // No node goes on with a job in nobody's name.
    return [{ id, json: JSON.stringify({ ...renamed, hold: undefined }) }];
  });
  await connection.change(RENAME(table, json), [changed.map(({ id }) => id), changed.map((row) => row.json)]);
}
