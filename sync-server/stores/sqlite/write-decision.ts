import { crc32 } from 'node:zlib';
import type { Database, Statement } from 'better-sqlite3';
import { createDocumentMap } from '#server/core/document-map.ts';
import type { Decision, HistoryRow, StoredDocument } from '#server/core/document-store.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { toRange } from '../sequence-range.ts';
import { prepareJobWriter } from './job-tables.ts';

/** Writes what was decided; runs inside a transaction of the caller. @returns whether that was anything */
export function prepareDecisionWriter(
  database: Database,
  clock: Clock,
): (decision: Decision<unknown>) => boolean {
  const writes = prepareWrites(database);
  const writeProgress = prepareJobWriter(database);

  return (decision) => {
    const { history, documents, verdicts, rejections, evictions, progress } = decision;
    const now = clock.now();
    const newest = createDocumentMap<number>();
    for (const row of history) {
      const previous = newest.get(row) ?? findPrevious(writes.headOf, row);
      newest.set(row, row.sequence);
      writeEntry(writes.entry, row, previous);
    }
    if (!writeHeadsTogether(writes.heads, history, documents)) {
      for (const { collection, id, sequence, deleted, owner, audience } of documents) {
        writes.head.run(collection, id, sequence, deleted ? 1 : 0, owner ?? null, audience);
      }
    }
    for (const { writeId, collection, id, owner, verdict, code, message, path } of verdicts) {
      const reason = [code ?? null, message ?? null, path ?? null];
      writes.verdict.run(writeId, collection, id, owner, verdict, ...reason, now);
    }
    for (const { sequence, audience, collection, id } of evictions) {
      writes.eviction.run(sequence, audience, collection, id);
    }
    for (const { writeId, collection, id, code, message, path, payload } of rejections) {
      writes.rejection.run(writeId, collection, id, code, message, path, JSON.stringify(payload), now);
    }
    const range = toRange(decision);
    if (progress) writeProgress(progress, range);
    return (progress ?? range) !== undefined || verdicts.length + rejections.length > 0;
  };
}

/** What is created has nothing before it, so nothing is looked for. */
function findPrevious(
  headOf: Statement<[string, string], number>,
  { collection, id, operation }: HistoryRow,
): number | undefined {
  return operation === 'create' ? undefined : headOf.get(collection, id);
}

function writeEntry(entry: Statement, row: HistoryRow, previous: number | undefined): void {
  const { sequence, collection, id, at, madeAt, operation, writeId, data, updatedBy, device } = row;
  const payload = JSON.stringify(data);
  entry.run(
    sequence,
    previous ?? null,
    collection,
    id,
    at,
    madeAt ?? null,
    operation,
    writeId,
    payload,
    crc32(payload),
    updatedBy,
    device ?? null,
  );
}

/**
 * A job's documents stand in the history just written, one entry each, and are alike but for their ids: one statement
 * moves all their heads at a fifth of the cost. @returns whether they are such ones
 */
function writeHeadsTogether(
  heads: Statement,
  history: readonly HistoryRow[],
  documents: readonly StoredDocument[],
): boolean {
  const [first, model] = [history[0], documents[0]];
  if (!first || !model || history.length < 2 || history.length !== documents.length) return false;
  const isAlike = ({ deleted, owner, audience }: StoredDocument) =>
    deleted === model.deleted && owner === model.owner && audience === model.audience;
  if (!documents.every(isAlike)) return false;
  const last = first.sequence + history.length - 1;
  heads.run(model.deleted ? 1 : 0, model.owner ?? null, model.audience, first.sequence, last);
  return true;
}

const MOVE_HEAD = `ON CONFLICT (collection, id) DO UPDATE
  SET sequence = excluded.sequence, deleted = excluded.deleted, owner = excluded.owner, audience = excluded.audience`;

function prepareWrites(database: Database) {
  return {
    headOf: database
      .prepare<[collection: string, id: string], number>(
        `SELECT sequence FROM head WHERE collection = ? AND id = ?`,
      )
      .pluck(),
    entry: database.prepare(
      `INSERT INTO history (sequence, previous, collection, documentId, at, madeAt, operation, writeId, data, checksum, updatedBy, device)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    head: database.prepare(
      `INSERT INTO head (collection, id, sequence, deleted, owner, audience) VALUES (?, ?, ?, ?, ?, ?) ${MOVE_HEAD}`,
    ),
    heads: database.prepare(
      `INSERT INTO head (collection, id, sequence, deleted, owner, audience)
       SELECT collection, documentId, sequence, ?, ?, ? FROM history WHERE sequence BETWEEN ? AND ? ${MOVE_HEAD}`,
    ),
    verdict: database.prepare(
      `INSERT OR IGNORE INTO verdict (writeId, collection, id, owner, verdict, code, message, path, at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    eviction: database.prepare(
      `INSERT INTO eviction (sequence, audience, collection, id) VALUES (?, ?, ?, ?)`,
    ),
    rejection: database.prepare(
      `INSERT OR IGNORE INTO rejection (writeId, collection, id, code, message, path, payload, at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
  };
}
