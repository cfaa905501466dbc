import type { Database } from 'better-sqlite3';
import type { HistoryRow, StoredDocument } from '#server/core/document-store.ts';
import type { JobStore, WrittenEntry } from '#server/core/jobs/job-store.ts';
import { toHistoryRow, toStoredDocument, type DocumentRow, type EntryRow } from './rows.ts';
import { IS_RECORD } from './schema.ts';
import { DOCUMENT_COLUMNS } from './statements.ts';

interface WrittenRow extends EntryRow {
  readonly previous: number | null;
  /** Of the document's newest entry. */
  readonly headSequence: number | null;
  readonly deleted: number;
  readonly owner: string | null;
  readonly audience: string;
}

const COLUMNS = `history.sequence, history.collection, history.documentId, history.at, history.madeAt, history.operation,
  history.writeId, history.data, history.checksum, history.updatedBy, history.device, history.previous,
  head.sequence, head.deleted, head.owner, head.audience`;

/** Read as a list, which costs a third of what an object does. */
type WrittenList = [
  ...entry: [number, string, string, string, string | null, string, string, string, number | null, string],
  ...device: [string | null, number | null],
  ...head: [number | null, number, string | null, string],
];

function toWrittenRow(list: WrittenList): WrittenRow {
  const [sequence, collection, documentId, at, madeAt, operation, writeId, data, ...rest] = list;
  const [checksum, updatedBy, device, previous, headSequence, deleted, owner, audience] = rest;
  return {
    sequence,
    collection,
    documentId,
    at,
    madeAt,
    operation,
    writeId,
    data,
    checksum,
    updatedBy,
    device,
    previous,
    headSequence,
    deleted,
    owner,
    audience,
  };
}

/** Reads what a job wrote. Most of its documents nobody has touched since: one row then tells all but what was before. */
export function prepareJobEntries(database: Database): JobStore['entries'] {
  const entries = database
    .prepare<{ id: string; after: number; limit: number }, WrittenList>(
      `SELECT ${COLUMNS}
       FROM jobRange CROSS JOIN history ON history.sequence BETWEEN MAX(first, @after + 1) AND last
       LEFT JOIN head ON head.collection = history.collection AND head.id = history.documentId
       WHERE job = @id AND last > @after ORDER BY first, history.sequence LIMIT @limit`,
    )
    .raw();
  const range = database
    .prepare<{ id: string; sequence: number }, number>(
      `SELECT last >= @sequence FROM jobRange WHERE job = @id AND first <= @sequence ORDER BY first DESC LIMIT 1`,
    )
    .pluck();
  const entry = database.prepare<[sequence: number], EntryRow>(`SELECT * FROM history WHERE sequence = ?`);
  const previousOf = database
    .prepare<[sequence: number], number | null>(`SELECT previous FROM history WHERE sequence = ?`)
    .pluck();
  const document = database.prepare<[collection: string, id: string], DocumentRow>(
    `SELECT ${DOCUMENT_COLUMNS} FROM head JOIN history ON history.sequence = head.sequence
     WHERE head.collection = ? AND head.id = ?`,
  );
  const newestOfRecord = database
    .prepare<[collection: string, id: string], number | null>(
      `SELECT MAX(sequence) FROM history WHERE ${IS_RECORD} AND collection = ? AND documentId = ?`,
    )
    .pluck();

  const isOfJob = (id: string, sequence: number) => range.get({ id, sequence }) === 1;

  function isFollowed(id: string, row: WrittenRow): boolean {
    let above = row.headSequence ?? newestOfRecord.get(row.collection, row.documentId) ?? null;
    while (above !== null && above > row.sequence) {
      if (isOfJob(id, above)) return true;
      above = previousOf.get(above) ?? null;
    }
    return false;
  }

  function findBefore(id: string, row: WrittenRow): HistoryRow | undefined {
    let below = row.previous;
    while (below !== null && isOfJob(id, below)) below = previousOf.get(below) ?? null;
    const found = below === null ? undefined : entry.get(below);
    return found && toHistoryRow(found);
  }

  function readCurrent(row: WrittenRow, own: HistoryRow): StoredDocument | undefined {
    if (row.headSequence === null) return undefined;
    if (row.headSequence === row.sequence) return toHead(row, own);
    const found = document.get(row.collection, row.documentId);
    return found && toStoredDocument(found);
  }

  return async (id, after, limit) =>
    entries.all({ id, after, limit }).map((list): WrittenEntry => {
      const row = toWrittenRow(list);
      const own = toHistoryRow(row);
      const followed = isFollowed(id, row);
      return {
        entry: own,
        isFollowed: followed,
        before: followed ? undefined : findBefore(id, row),
        current: readCurrent(row, own),
      };
    });
}

/** The document whose newest entry this is. */
function toHead({ deleted, owner, audience }: WrittenRow, entry: HistoryRow): StoredDocument {
  const document = {
    collection: entry.collection,
    id: entry.id,
    sequence: entry.sequence,
    writeId: entry.writeId,
    deleted: deleted === 1,
    owner: (owner ?? undefined) as StoredDocument['owner'],
    audience: audience as StoredDocument['audience'],
    data: entry.data,
    updatedAt: entry.at,
    updatedBy: entry.updatedBy,
  };
  return entry.isDamaged ? { ...document, isDamaged: true } : document;
}
