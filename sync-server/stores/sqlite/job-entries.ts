import type { Database } from 'better-sqlite3';
import type { HistoryRow, StoredDocument } from '#server/core/stored-document.ts';
import type { JobStore, WrittenEntry } from '#server/core/jobs/job-store.ts';
import type { EntryRow, RowReader } from '../rows.ts';
import { IS_RECORD } from './schema.ts';
import { ENTRY_COLUMNS, NUMBER_OF, OF_ENTRY, prepareReads } from './statements.ts';

interface WrittenRow extends EntryRow {
  readonly previous: number | null;
  /** Sequence of the document's newest entry. */
  readonly headSequence: number | null;
  readonly deleted: number;
  readonly owner: string | null;
  readonly audience: string;
}

/** Reads a job's entries. Most documents have not changed since: then one row has all but the earlier state. */
export function prepareJobEntries(database: Database, rows: RowReader): JobStore['entries'] {
  const entries = database.prepare<{ id: string; after: number; limit: number }, WrittenRow>(
    `SELECT ${ENTRY_COLUMNS}, history.previous, head.sequence AS headSequence, head.deleted, head.owner, head.audience
     FROM batch CROSS JOIN history ON history.sequence BETWEEN MAX(batch.first, @after + 1) AND batch.last
     CROSS JOIN collection ON collection.number = history.collection
     LEFT JOIN head ON head.collection = history.collection AND head.id = history.documentId
     WHERE batch.job = @id AND batch.last > @after ORDER BY batch.first, history.sequence LIMIT @limit`,
  );
  const step = database.prepare<
    [sequence: number | null],
    { readonly sequence: number; readonly previous: number | null; readonly job: string | null }
  >(
    `SELECT history.sequence, history.previous, batch.job
     FROM history CROSS JOIN batch ON batch.first = history.batch WHERE history.sequence = ?`,
  );
  const entry = database.prepare<[sequence: number], EntryRow>(
    `SELECT ${ENTRY_COLUMNS} FROM history ${OF_ENTRY} WHERE history.sequence = ?`,
  );
  const { document } = prepareReads(database);
  const newestOfRecord = database
    .prepare<[collection: string, id: string], number | null>(
      `SELECT MAX(sequence) FROM history WHERE ${IS_RECORD} AND collection = ${NUMBER_OF('?')} AND documentId = ?`,
    )
    .pluck();

  function isFollowed(id: string, row: WrittenRow): boolean {
    let above = step.get(row.headSequence ?? newestOfRecord.get(row.collection, row.documentId) ?? null);
    while (above && above.sequence > row.sequence) {
      if (above.job === id) return true;
      above = step.get(above.previous);
    }
    return false;
  }

  function findBefore(id: string, row: WrittenRow): HistoryRow | undefined {
    let below = step.get(row.previous);
    while (below?.job === id) below = step.get(below.previous);
    const found = below && entry.get(below.sequence);
    return found && rows.toHistoryRow(found);
  }

  function readCurrent(row: WrittenRow, own: HistoryRow): StoredDocument | undefined {
    if (row.headSequence === null) return undefined;
    if (row.headSequence === row.sequence) return toHead(row, own);
    const found = document.get(row.collection, row.documentId);
    return found && rows.toStoredDocument(row.collection, found);
  }

  return async (id, after, limit) =>
    entries.all({ id, after, limit }).map((row): WrittenEntry => {
      const own = rows.toHistoryRow(row);
      const followed = isFollowed(id, row);
      return {
        entry: own,
        isFollowed: followed,
        before: followed ? undefined : findBefore(id, row),
        current: readCurrent(row, own),
      };
    });
}

/** The document as of its newest entry. */
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
