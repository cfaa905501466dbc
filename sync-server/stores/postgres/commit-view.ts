import { createDocumentMap, type DocumentMap } from '#server/core/document-map.ts';
import type { CommitScope, CommitView, KnownWrite, RenamedState } from '#server/core/document-store.ts';
import type { JobRecord } from '#server/core/jobs/job-store.ts';
import { isInEffect } from '#server/core/jobs/undone-jobs.ts';
import type { DocumentKey, StoredDocument } from '#server/core/stored-document.ts';
import { readInboxId } from '#shared/domain/inbox.ts';
import {
  toKnownWrite,
  toStoredVerdict,
  type DocumentRow,
  type KnownWriteRow,
  type RowReader,
  type VerdictRow,
} from '../rows.ts';
import type { WriteNames } from '../write-names.ts';
import type { Connection } from './connections.ts';
import { BOUNDS, DOCUMENT_COLUMNS, OF_ENTRY, OF_HEAD } from './statements.ts';

/** The newest entry of a document, as the store counts it. */
export interface NewestEntry {
  readonly sequence: number;
  readonly deleted: number;
  /** Size of its content. */
  readonly bytes: number;
}

/** A view in which a decision may ask for what nobody could name before. */
export interface LoadedView {
  readonly view: CommitView;
  /** The newest entry of each document that the scope names. */
  readonly newest: DocumentMap<NewestEntry>;
  /** Whether a rename is in force in a collection that the scope names. */
  hasRenames(collection: string): boolean;
  /**
   * Reads what the last decision asked for in vain.
   * @returns whether it asked for anything; then it has to be made again
   */
  readMissing(): Promise<boolean>;
}

interface NamedRow extends Omit<DocumentRow, 'data'> {
  readonly collection: string;
  /** Null where the caller knows the state. */
  readonly data: string | null;
  readonly bytes: number;
}

/** $1 collections, $2 ids, $3 the sequences of known states or NULL, all of one length. */
const NAMED_DOCUMENTS = `
  SELECT named.collection, octet_length(history.data) AS bytes, ${DOCUMENT_COLUMNS.replace(
    'history.data',
    'CASE WHEN head.sequence = named.known THEN NULL ELSE history.data END AS data',
  )}
  FROM unnest($1::text[], $2::text[], $3::bigint[]) AS named (collection, id, known)
  JOIN collection ON collection.name = named.collection
  JOIN head ON head.collection = collection.number AND head.id = named.id ${OF_HEAD}`;

const VERDICTS = `
  SELECT write_id AS "writeId", collection, id, owner, verdict, code, message, path
  FROM verdict WHERE write_id = ANY ($1::text[])`;

/** $1 write ids, $2 sequences of writes of the server's own. */
const WRITES = `
  SELECT history.sequence, history.write_id AS "writeId", collection.name AS collection, history.document_id AS "documentId",
    batch.updated_by AS "updatedBy", batch.device
  FROM history ${OF_ENTRY}
  WHERE history.sequence IN (
    SELECT sequence FROM history WHERE write_id = ANY ($1::text[])
    UNION ALL SELECT sequence FROM history WHERE sequence = ANY ($2::bigint[]) AND write_id IS NULL)`;

/** $1 ids; $2 collections, for the jobs that renamed their fields and all that undid them. */
const JOBS = `
  WITH RECURSIVE named (id) AS (
    SELECT id FROM job WHERE renames = ANY ($2::text[])
    UNION SELECT job.undone_by FROM named JOIN job USING (id) WHERE job.undone_by IS NOT NULL)
  SELECT record FROM job WHERE id IN (SELECT id FROM named UNION SELECT unnest($1::text[])) ORDER BY number`;

const OPEN_JOBS = `SELECT record FROM job WHERE state = 'running' ORDER BY number`;

const PRODUCTS_WITH_PRICE = `SELECT id FROM price WHERE price_id = $1`;

/** Earlier states that jobs ($2) alone have turned into the entry of a sequence ($1), newest first. */
const RENAMED_FROM = `
  WITH RECURSIVE state (job, sequence) AS (
    SELECT NULL::text COLLATE "C", $1::bigint
    UNION ALL SELECT batch.job, history.previous FROM state JOIN history USING (sequence)
    JOIN batch ON batch.first = history.batch AND batch.job = ANY ($2::text[])
    WHERE history.previous IS NOT NULL)
  SELECT state.job, state.sequence, history.write_id AS "writeId" FROM state JOIN history USING (sequence)
  WHERE state.job IS NOT NULL ORDER BY state.sequence DESC`;

/** Reads everything that a scope names in one round trip. */
export async function loadView(
  connection: Connection,
  scope: CommitScope,
  { epoch, rows, names }: { readonly epoch: string; readonly rows: RowReader; readonly names: WriteNames },
): Promise<LoadedView> {
  const keys = uniqueKeys(withSubjects(scope.documents));
  const known = createDocumentMap<StoredDocument>();
  for (const document of scope.known ?? []) known.set(document, document);
  const collections = [...new Set(keys.map(({ collection }) => collection))];
  const ownSequences = scope.writeIds.flatMap((writeId) => names.findSequence(writeId) ?? []);
  const hasWriteIds = scope.writeIds.length > 0;
  const [[bounds], named, verdictRows, writeRows, jobRows, openRows] = await Promise.all([
    connection.rows<{ newest: number }>(BOUNDS),
    keys.length === 0
      ? []
      : connection.rows<NamedRow>(NAMED_DOCUMENTS, [
          keys.map(({ collection }) => collection),
          keys.map(({ id }) => id),
          keys.map((key) => known.get(key)?.sequence ?? null),
        ]),
    hasWriteIds ? connection.rows<VerdictRow>(VERDICTS, [scope.writeIds]) : [],
    hasWriteIds ? connection.rows<WriteRow>(WRITES, [scope.writeIds, ownSequences]) : [],
    connection.rows<{ record: string }>(JOBS, [scope.jobs ?? [], collections]),
    scope.openJobs ? connection.rows<{ record: string }>(OPEN_JOBS) : [],
  ]);

  const documents = createDocumentMap<StoredDocument>();
  const newest = createDocumentMap<NewestEntry>();
  for (const { data, ...row } of named) {
    const key = { collection: row.collection, id: row.id };
    newest.set(key, row);
    const document = data === null ? known.get(key) : rows.toStoredDocument(key.collection, { ...row, data });
    if (document) documents.set(key, document);
  }
  const verdicts = new Map(verdictRows.map((row) => [row.writeId, toStoredVerdict(row)]));
  const writes = new Map<string, KnownWrite>();
  for (const row of writeRows) writes.set(names.toWriteId(row.sequence, row.writeId), toKnownWrite(row));
  const jobs = new Map<string, JobRecord>();
  const addJobs = (records: readonly { readonly record: string }[]) => {
    for (const { record } of records) {
      const job = JSON.parse(record) as JobRecord;
      jobs.set(job.id, job);
    }
  };
  addJobs(jobRows);

  const renamed = new Set(collections);
  const missingRenames = new Set<string>();
  const prices = createLazyReads((priceId) => readPrice(connection, priceId));
  const chains = createLazyReads((key) => readChain(connection, key, names));

  const renamesOf = (collection: string) =>
    [...jobs.values()].filter(
      (job) => renamedCollection(job) === collection && isInEffect(job, (id) => jobs.get(id)),
    );

  return {
    newest,
    hasRenames: (collection) => renamesOf(collection).length > 0,
    view: {
      epoch,
      sequence: bounds?.newest ?? 0,
      document: documents.get,
      verdict: (writeId) => verdicts.get(writeId),
      write: (writeId) => writes.get(writeId),
      job: (id) => (scope.jobs?.includes(id) ? jobs.get(id) : undefined),
      openJobs: () => openRows.map(({ record }) => JSON.parse(record) as JobRecord),
      productsWithPrice: prices.get,
      renames(collection) {
        if (!renamed.has(collection)) missingRenames.add(collection);
        return renamesOf(collection);
      },
      renamedFrom: (sequence, of) => chains.get(JSON.stringify([sequence, of])),
    },
    async readMissing() {
      const found = await Promise.all([prices.readMissing(), chains.readMissing()]);
      if (missingRenames.size === 0) return found.some(Boolean);
      addJobs(await connection.rows<{ record: string }>(JOBS, [[], [...missingRenames]]));
      for (const collection of missingRenames) renamed.add(collection);
      missingRenames.clear();
      return true;
    },
  };
}

interface WriteRow extends KnownWriteRow {
  readonly sequence: number;
  readonly writeId: string | null;
}

/** The collection whose fields a job renames. */
export function renamedCollection({ spec }: JobRecord): string | undefined {
  return spec.kind === 'rename' ? spec.collection : undefined;
}

/** As price ids are stored. */
export function toStoredPrice(priceId: string): string {
  return JSON.stringify(priceId);
}

async function readPrice(connection: Connection, priceId: string): Promise<readonly string[]> {
  const found = await connection.rows<{ id: string }>(PRODUCTS_WITH_PRICE, [toStoredPrice(priceId)]);
  return found.map(({ id }) => id);
}

async function readChain(
  connection: Connection,
  key: string,
  names: WriteNames,
): Promise<readonly RenamedState[]> {
  const found = await connection.rows<{ job: string; sequence: number; writeId: string | null }>(
    RENAMED_FROM,
    JSON.parse(key) as [sequence: number, jobs: string[]],
  );
  return found.map(({ job, sequence, writeId }) => ({ job, writeId: names.toWriteId(sequence, writeId) }));
}

/** Answers with nothing at first, and notes what was asked for. */
function createLazyReads<Value>(read: (key: string) => Promise<readonly Value[]>) {
  const known = new Map<string, readonly Value[]>();
  const missing = new Set<string>();
  return {
    get(key: string): readonly Value[] {
      const found = known.get(key);
      if (!found) missing.add(key);
      return found ?? [];
    },
    async readMissing(): Promise<boolean> {
      const keys = [...missing];
      missing.clear();
      const found = await Promise.all(keys.map(read));
      for (const [index, key] of keys.entries()) known.set(key, found[index] ?? []);
      return keys.length > 0;
    },
  };
}

/** Adds what inbox documents among them are about. */
export function withSubjects(keys: readonly DocumentKey[]): readonly DocumentKey[] {
  const inbox = keys.filter(({ collection }) => collection === 'inbox');
  return [...keys, ...inbox.flatMap(({ id }) => readInboxId(id) ?? [])];
}

function uniqueKeys(keys: readonly DocumentKey[]): readonly DocumentKey[] {
  const seen = createDocumentMap<DocumentKey>();
  for (const key of keys) seen.set(key, key);
  return seen.values();
}
