import { crc32 } from 'node:zlib';
import type { Database, Statement } from 'better-sqlite3';
import { createDocumentMap } from '#server/core/document-map.ts';
import type { Decision, HistoryRow } from '#server/core/document-store.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { prepareJobWriter } from './job-tables.ts';

/** Writes what was decided; runs inside a transaction of the caller. @returns whether that was anything */
export function prepareDecisionWriter(
  database: Database,
  clock: Clock,
): (decision: Decision<unknown>) => boolean {
  const writes = prepareWrites(database);
  const writeProgress = prepareJobWriter(database);

  return ({ history, documents, verdicts, rejections, evictions, progress }) => {
    const now = clock.now();
    const newest = createDocumentMap<number>();
    for (const row of history) {
      const previous = newest.get(row) ?? findPrevious(writes.headOf, row);
      newest.set(row, row.sequence);
      writeEntry(writes.entry, row, previous);
    }
    for (const { collection, id, sequence, deleted, owner, audience } of documents) {
      writes.head.run(collection, id, sequence, deleted ? 1 : 0, owner ?? null, audience);
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
    if (progress) writeProgress(progress, history);
    return progress !== undefined || history.length + verdicts.length + rejections.length > 0;
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
      `INSERT INTO head (collection, id, sequence, deleted, owner, audience) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (collection, id) DO UPDATE
       SET sequence = excluded.sequence, deleted = excluded.deleted, owner = excluded.owner, audience = excluded.audience`,
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
