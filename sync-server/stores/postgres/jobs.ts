import type { JobRecord, JobStore, WrittenEntry } from '#server/core/jobs/job-store.ts';
import type { Owner } from '#shared/access/actor.ts';
import type { Audience } from '#shared/access/decide-access.ts';
import type { PlanProblem } from '#shared/migration/plan.ts';
import type { EntryRow, RowReader } from '../rows.ts';
import type { Connection } from './connections.ts';
import { DOCUMENT_COLUMNS, ENTRY_COLUMNS, IS_RECORD, OF_ENTRY, OF_HEAD } from './statements.ts';

/** Entries of a job: $1 its id, $2 after this sequence, $3 how many. */
const WRITTEN = `
  SELECT history.sequence FROM batch JOIN history ON history.sequence BETWEEN GREATEST(batch.first, $2 + 1) AND batch.last
  WHERE batch.job = $1 AND batch.last > $2 ORDER BY batch.first, history.sequence LIMIT $3`;

/** Entries ($1) with the sequence of their document's newest entry. */
const ENTRIES = `
  SELECT ${ENTRY_COLUMNS}, COALESCE(head.sequence, (
    SELECT max(later.sequence) FROM history AS later
    WHERE ${IS_RECORD.replace('history.', 'later.')} AND later.collection = history.collection
      AND later.document_id = history.document_id)) AS newest
  FROM unnest($1::bigint[]) AS written (sequence) JOIN history USING (sequence) ${OF_ENTRY}
  LEFT JOIN head ON head.collection = history.collection AND head.id = history.document_id
  ORDER BY history.sequence`;

/** Of entries ($1, with their documents' newest ones $2), those whose document the job ($3) wrote again later. */
const FOLLOWED = `
  WITH RECURSIVE above (entry, sequence) AS (
    SELECT * FROM unnest($1::bigint[], $2::bigint[])
    UNION ALL SELECT above.entry, history.previous FROM above JOIN history USING (sequence)
    WHERE above.sequence > above.entry AND history.previous IS NOT NULL)
  SELECT DISTINCT above.entry FROM above JOIN history USING (sequence) JOIN batch ON batch.first = history.batch
  WHERE above.sequence > above.entry AND batch.job = $3`;

/** The newest earlier entry of each document ($1 sequences) that is not the job's ($2). */
const BEFORE = `
  WITH RECURSIVE below (entry, sequence, job) AS (
    SELECT entry, entry, $2::text COLLATE "C" FROM unnest($1::bigint[]) AS written (entry)
    UNION ALL SELECT below.entry, earlier.sequence, batch.job
    FROM below JOIN history ON history.sequence = below.sequence
    JOIN history AS earlier ON earlier.sequence = history.previous JOIN batch ON batch.first = earlier.batch
    WHERE below.job = $2)
  SELECT below.entry AS of, ${ENTRY_COLUMNS} FROM below JOIN history USING (sequence) ${OF_ENTRY}
  WHERE below.job IS DISTINCT FROM $2`;

/** The current states of the documents of entries ($1). */
const CURRENT = `
  SELECT collection.name AS collection, ${DOCUMENT_COLUMNS}, written.entry AS of
  FROM unnest($1::bigint[]) AS written (entry) JOIN history AS own ON own.sequence = written.entry
  JOIN collection ON collection.number = own.collection
  JOIN head ON head.collection = own.collection AND head.id = own.document_id ${OF_HEAD}`;

const NOW = `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`;
const RECORD_OF = `SELECT record FROM job WHERE id = $1`;
const LIST = `SELECT record FROM job ORDER BY number DESC LIMIT $1`;
const IN_STATES = `SELECT record FROM job WHERE state = ANY ($1::text[]) ORDER BY number`;
const PROBLEMS = `SELECT problem FROM job_problem WHERE job = $1 ORDER BY number`;
const COUNT = `SELECT count(*) AS found FROM job`;
const COUNT_ENTRIES = `SELECT COALESCE(sum(last - first + 1), 0)::bigint AS found FROM batch WHERE job = $1`;

interface CurrentRow {
  readonly of: number;
  readonly collection: string;
  readonly id: string;
  readonly sequence: number;
  readonly deleted: number;
  readonly owner: Owner | null;
  readonly audience: Audience;
  readonly writeId: string | null;
  readonly data: string;
  readonly checksum: number;
  readonly at: string;
  readonly updatedBy: string;
}

interface Parts {
  /** Outside transactions. */
  readonly connection: Connection;
  /** Runs reads that see one moment. */
  readonly read: <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>;
  readonly rows: RowReader;
}

export function createPostgresJobs({ connection, read, rows }: Parts): JobStore {
  const records = async (text: string, values: readonly unknown[]) =>
    (await connection.rows<{ record: string }>(text, values)).map(
      ({ record }) => JSON.parse(record) as JobRecord,
    );
  const count = async (text: string, values: readonly unknown[]) =>
    (await connection.rows<{ found: number }>(text, values))[0]?.found ?? 0;

  async function readEntries(
    { rows: all }: Connection,
    { id, after, limit }: { readonly id: string; readonly after: number; readonly limit: number },
  ): Promise<readonly WrittenEntry[]> {
    const written = (await all<{ sequence: number }>(WRITTEN, [id, after, limit])).map(
      ({ sequence }) => sequence,
    );
    const [found, current] = await Promise.all([
      all<EntryRow & { readonly newest: number }>(ENTRIES, [written]),
      all<CurrentRow>(CURRENT, [written]),
    ]);
    const [followed, before] = await Promise.all([
      all<{ entry: number }>(FOLLOWED, [written, found.map(({ newest }) => newest), id]),
      all<EntryRow & { readonly of: number }>(BEFORE, [written, id]),
    ]);
    const isFollowed = new Set(followed.map(({ entry }) => entry));
    const earlier = new Map(before.map(({ of, ...row }) => [of, row]));
    const states = new Map(current.map(({ of, ...row }) => [of, row]));
    return found.map(({ newest: _newest, ...row }): WrittenEntry => {
      const one = isFollowed.has(row.sequence) ? undefined : earlier.get(row.sequence);
      const state = states.get(row.sequence);
      return {
        entry: rows.toHistoryRow(row),
        isFollowed: isFollowed.has(row.sequence),
        before: one && rows.toHistoryRow(one),
        current: state && rows.toStoredDocument(state.collection, state),
      };
    });
  }

  return {
    now: async () => (await connection.rows<{ now: number }>(NOW))[0]?.now ?? 0,
    read: async (id) => (await records(RECORD_OF, [id]))[0],
    list: (limit) => records(LIST, [limit]),
    count: () => count(COUNT, []),
    inStates: (states) => records(IN_STATES, [states]),
    problems: async (id) =>
      (await connection.rows<{ problem: string }>(PROBLEMS, [id])).map(
        ({ problem }) => JSON.parse(problem) as PlanProblem,
      ),
    countEntries: (id) => count(COUNT_ENTRIES, [id]),
    entries: (id, after, limit) => read((own) => readEntries(own, { id, after, limit })),
  };
}
