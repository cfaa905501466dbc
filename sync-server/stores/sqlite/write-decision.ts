import { crc32 } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { createDocumentMap } from '#server/core/document-map.ts';
import type { Decision } from '#server/core/document-store.ts';
import { PRODUCTS, priceIdOf } from '#server/core/find-taken-price.ts';
import type { HistoryRow, StoredDocument } from '#server/core/stored-document.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { prepareCollectionCounts, type CountChanges } from './collection-counts.ts';
import { prepareFileUseWriter } from './file-tables.ts';
import { toNoticeMails } from '#server/mail/notice-mails.ts';
import { prepareJobWriter } from './job-tables.ts';
import { prepareMailWriter } from './mail-table.ts';
import { prepareRejectionWriter } from './rejection-table.ts';
import { OPERATIONS } from '../rows.ts';
import { NUMBER_OF } from './statements.ts';
import type { WriteNames } from '../write-names.ts';

/** Writes a decision; runs inside a transaction of the caller. @returns whether it wrote anything */
export function prepareDecisionWriter(
  database: Database,
  names: WriteNames,
  {
    clock,
    rejectedBytes,
    shopAddress,
  }: { readonly clock: Clock; readonly rejectedBytes: number; readonly shopAddress: string | undefined },
): (decision: Decision<unknown>) => boolean {
  const writes = prepareWrites(database);
  const beginCounts = prepareCollectionCounts(database);
  const writeProgress = prepareJobWriter(database);
  const addMail = prepareMailWriter(database);
  const writeRejections = prepareRejectionWriter(database, rejectedBytes);

  return (decision) => {
    const { history, documents, verdicts, rejections, evictions, notices = [], progress } = decision;
    const now = clock.now();
    if (history.length > 0) {
      const counts = beginCounts();
      writeEntries(decision, counts, { writes, names });
      writeHeads(documents, counts, { writes, history });
      for (const { sequence, audience, collection, id } of evictions) {
        writes.eviction.run(sequence, audience, counts.of(collection).number, id);
      }
      counts.write();
    }
    for (const { writeId, collection, id, owner, verdict, code, message, path } of verdicts) {
      const reason = [code ?? null, message ?? null, path ?? null];
      writes.verdict.run(writeId, collection, id, owner, verdict, ...reason, now);
    }
    writeRejections(rejections, now);
    // What a job writes has happened elsewhere, perhaps years ago.
    const mails = progress ? [] : notices.flatMap((notice) => toNoticeMails(notice, { now, shopAddress }));
    for (const mail of mails) addMail(mail);
    if (progress) writeProgress(progress);
    return progress !== undefined || history.length + verdicts.length + rejections.length > 0;
  };
}

/** The newest entry of a document. */
interface Newest {
  readonly sequence: number;
  readonly deleted: number;
  /** Size of its content. */
  readonly bytes: number;
}

function writeEntries(
  { history, progress }: Decision<unknown>,
  counts: CountChanges,
  { writes, names }: { readonly writes: Writes; readonly names: WriteNames },
): void {
  const [first = raise('A decision without entries.')] = history;
  const { updatedBy, device } = first;
  const at = history.reduce((earliest, row) => (row.at < earliest ? row.at : earliest), first.at);
  const last = first.sequence + history.length - 1;
  writes.batch.run(first.sequence, last, at, updatedBy, device ?? null, progress?.job.id ?? null);
  const known = createDocumentMap<Newest>();
  for (const row of history) {
    if (row.updatedBy !== updatedBy || row.device !== device)
      raise('A decision has one author and one device.');
    const payload = JSON.stringify(row.data);
    const own = {
      sequence: row.sequence,
      deleted: row.operation === 'delete' ? 1 : 0,
      bytes: Buffer.byteLength(payload),
    };
    const before = known.get(row) ?? findNewest(writes, row);
    const count = counts.of(row.collection);
    writes.entry.run(
      row.sequence,
      first.sequence,
      before?.sequence ?? null,
      count.number,
      row.id,
      OPERATIONS.indexOf(row.operation),
      row.at === at ? null : row.at,
      row.madeAt ?? null,
      names.toStored(row.sequence, row.writeId),
      payload,
      crc32(payload),
    );
    writes.fileUse(row, payload);
    if (row.collection === PRODUCTS) writePrice(row, writes);
    known.set(row, own);
    count.entries += 1;
    count.bytes += own.bytes - (before?.bytes ?? 0);
    count.deleted += own.deleted - (before?.deleted ?? 0);
    count.documents += before ? before.deleted - own.deleted : 1 - own.deleted;
    if (count.lastChange === null || row.at > count.lastChange) count.lastChange = row.at;
  }
}

function raise(message: string): never {
  throw new Error(message);
}

/** Keeps the price id of a product up to date. */
function writePrice({ id, operation, data }: HistoryRow, { price, noPrice }: Writes): void {
  const priceId = operation === 'delete' ? undefined : priceIdOf(data);
  if (priceId === undefined) noPrice.run(id);
  else price.run(id, priceId);
}

/** A create has no earlier entry, so there is nothing to look up. */
function findNewest({ newest }: Writes, { collection, id, operation }: HistoryRow): Newest | undefined {
  return operation === 'create' ? undefined : newest.get(collection, id);
}

/**
 * A job's documents are in the history just written, one entry each, with the same owner, audience and deletion flag:
 * one statement then updates all heads at a fifth of the cost.
 */
function writeHeads(
  documents: readonly StoredDocument[],
  counts: CountChanges,
  { writes, history }: { readonly writes: Writes; readonly history: readonly HistoryRow[] },
): void {
  const [first, model] = [history[0], documents[0]];
  const isAlike = ({ deleted, owner, audience }: StoredDocument) =>
    deleted === model?.deleted && owner === model.owner && audience === model.audience;
  if (first && model && history.length === documents.length && documents.every(isAlike)) {
    const last = first.sequence + history.length - 1;
    writes.heads.run(model.deleted ? 1 : 0, model.owner ?? null, model.audience, first.sequence, last);
    return;
  }
  for (const { collection, id, sequence, deleted, owner, audience } of documents) {
    writes.head.run(counts.of(collection).number, id, sequence, deleted ? 1 : 0, owner ?? null, audience);
  }
}

type Writes = ReturnType<typeof prepareWrites>;

const MOVE_HEAD = `ON CONFLICT (collection, id) DO UPDATE
  SET sequence = excluded.sequence, deleted = excluded.deleted, owner = excluded.owner, audience = excluded.audience`;

function prepareWrites(database: Database) {
  return {
    fileUse: prepareFileUseWriter(database),
    newest: database.prepare<[collection: string, id: string], Newest>(
      `SELECT head.sequence, head.deleted, octet_length(history.data) AS bytes
       FROM head CROSS JOIN history ON history.sequence = head.sequence
       WHERE head.collection = ${NUMBER_OF('?')} AND head.id = ?`,
    ),
    batch: database.prepare(
      `INSERT INTO batch (first, last, at, updatedBy, device, job) VALUES (?, ?, ?, ?, ?, ?)`,
    ),
    entry: database.prepare(
      `INSERT INTO history (sequence, batch, previous, collection, documentId, operation, at, madeAt, writeId, data, checksum)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    head: database.prepare(
      `INSERT INTO head (collection, id, sequence, deleted, owner, audience) VALUES (?, ?, ?, ?, ?, ?) ${MOVE_HEAD}`,
    ),
    heads: database.prepare(
      `INSERT INTO head (collection, id, sequence, deleted, owner, audience)
       SELECT collection, documentId, sequence, ?, ?, ? FROM history WHERE sequence BETWEEN ? AND ? ${MOVE_HEAD}`,
    ),
    price: database.prepare(
      `INSERT INTO price (id, priceId) VALUES (?, ?)
       ON CONFLICT (id) DO UPDATE SET priceId = excluded.priceId WHERE priceId <> excluded.priceId`,
    ),
    noPrice: database.prepare(`DELETE FROM price WHERE id = ?`),
    verdict: database.prepare(
      `INSERT OR IGNORE INTO verdict (writeId, collection, id, owner, verdict, code, message, path, at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    eviction: database.prepare(
      `INSERT INTO eviction (sequence, audience, collection, id) VALUES (?, ?, ?, ?)`,
    ),
  };
}
