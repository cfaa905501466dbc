import type { Database } from 'better-sqlite3';
import { createDocumentMap, type DocumentMap } from '#server/core/document-map.ts';
import type { CommitScope, CommitView, KnownWrite, StoredVerdict } from '#server/core/document-store.ts';
import type { DocumentKey, StoredDocument } from '#server/core/stored-document.ts';
import { readInboxId } from '#shared/domain/inbox.ts';
import { prepareJobRead, prepareOpenJobs } from './job-tables.ts';
import { groupIds, prepareNamedRead } from './named-read.ts';
import { prepareRenameReads } from './rename-reads.ts';
import {
  toKnownWrite,
  toStoredVerdict,
  type KnownWriteRow,
  type RowReader,
  type VerdictRow,
} from '../rows.ts';
import { NEWEST, NUMBER_OF, OF_ENTRY } from './statements.ts';
import type { WriteNames } from '../write-names.ts';

/**
 * Reads everything that a scope names with one statement per kind: a push of a hundred rows would otherwise take three
 * hundred statements.
 */
export function prepareCommitView(
  database: Database,
  epoch: string,
  rows: RowReader & WriteNames,
): (scope: CommitScope) => CommitView {
  const reads = prepareScopeReads(database, rows);
  const renames = prepareRenameReads(database, rows);

  /** Adds known states that are still current to the documents. @returns ids of documents in another state */
  function takeCurrent(
    collection: string,
    ids: readonly string[],
    known: readonly StoredDocument[],
    documents: DocumentMap<StoredDocument>,
  ): readonly string[] {
    const byId = new Map(known.map((document) => [document.id, document]));
    const unknown: string[] = [];
    for (const [id, sequence] of reads.sequences.all(JSON.stringify(ids), collection)) {
      const document = byId.get(id);
      if (document?.sequence === sequence) documents.set(document, document);
      else unknown.push(id);
    }
    return unknown;
  }

  return (scope) => {
    const documents = createDocumentMap<StoredDocument>();
    for (const [collection, ids] of groupIds(withSubjects(scope.documents))) {
      const known = scope.known?.filter((document) => document.collection === collection) ?? [];
      const unknown = known.length === 0 ? ids : takeCurrent(collection, ids, known, documents);
      for (const document of reads.documents(collection, unknown)) documents.set(document, document);
    }
    const verdicts = new Map<string, StoredVerdict>();
    const writes = new Map<string, KnownWrite>();
    if (scope.writeIds.length > 0) {
      const writeIds = JSON.stringify(scope.writeIds);
      for (const row of reads.verdicts.all(writeIds)) verdicts.set(row.writeId, toStoredVerdict(row));
      for (const row of reads.writes.all(writeIds)) writes.set(row.writeId, toKnownWrite(row));
      for (const writeId of scope.writeIds) {
        const sequence = rows.findSequence(writeId);
        const row = sequence === undefined ? undefined : reads.ownWrite.get(sequence);
        if (row) writes.set(writeId, toKnownWrite(row));
      }
    }
    return {
      epoch,
      sequence: reads.newest.get()?.sequence ?? 0,
      document: documents.get,
      verdict: (writeId) => verdicts.get(writeId),
      write: (writeId) => writes.get(writeId),
      job: (id) => (scope.jobs?.includes(id) ? reads.job(id) : undefined),
      openJobs: () => (scope.openJobs ? reads.openJobs() : []),
      productsWithPrice: (priceId) => reads.productsWithPrice.all(priceId),
      ...renames,
    };
  };
}

function withSubjects(keys: readonly DocumentKey[]): readonly DocumentKey[] {
  const inbox = keys.filter(({ collection }) => collection === 'inbox');
  return [...keys, ...inbox.flatMap(({ id }) => readInboxId(id) ?? [])];
}

const KNOWN_WRITE = `collection.name AS collection, history.documentId, batch.updatedBy, batch.device`;

function prepareScopeReads(database: Database, rows: RowReader) {
  return {
    job: prepareJobRead(database),
    openJobs: prepareOpenJobs(database),
    newest: database.prepare<[], { sequence: number }>(NEWEST),
    documents: prepareNamedRead(database, rows),
    productsWithPrice: database
      .prepare<[priceId: string], string>('SELECT id FROM price WHERE priceId = ?')
      .pluck(),
    sequences: database
      .prepare<[ids: string, collection: string], [id: string, sequence: number]>(
        `SELECT head.id, head.sequence FROM json_each(?) AS named
         CROSS JOIN head ON head.collection = ${NUMBER_OF('?')} AND head.id = named.value`,
      )
      .raw(),
    verdicts: database.prepare<[writeIds: string], VerdictRow>(
      `SELECT verdict.* FROM json_each(?) AS named CROSS JOIN verdict ON verdict.writeId = named.value`,
    ),
    writes: database.prepare<[writeIds: string], KnownWriteRow & { readonly writeId: string }>(
      `SELECT history.writeId, ${KNOWN_WRITE} FROM json_each(?) AS named
       CROSS JOIN history ON history.writeId = named.value ${OF_ENTRY}`,
    ),
    /** A write of the server's own. */
    ownWrite: database.prepare<[sequence: number], KnownWriteRow>(
      `SELECT ${KNOWN_WRITE} FROM history ${OF_ENTRY} WHERE history.sequence = ? AND history.writeId IS NULL`,
    ),
  };
}
