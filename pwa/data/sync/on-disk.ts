import {
  getDefaultRevision,
  normalizeMangoQuery,
  now,
  prepareQuery,
  type FilledMangoQuery,
  type MangoQuery,
  type RxCollection,
  type RxDocumentData,
} from 'rxdb/plugins/core';

/*
 * What decides about sync is read from the disk. RxDB's queries and caches learn of other tabs' writes by messages, which
 * may come late, and never come from a tab that died before it sent them.
 */

/** A document as stored, with RxDB's own fields. */
export type Stored<Document> = RxDocumentData<Document>;

/** @param isDeletedToo whether tombstones count */
export function readFromDisk<Document>(
  { storageInstance }: RxCollection<Document>,
  ids: readonly string[],
  isDeletedToo = false,
): Promise<readonly Stored<Document>[]> {
  return storageInstance.findDocumentsById([...ids], isDeletedToo);
}

/** Tombstones count, unless the selector leaves them out. */
export async function queryDisk<Document>(
  { schema: { jsonSchema }, storageInstance }: RxCollection<Document>,
  query: MangoQuery<Stored<Document>>,
): Promise<readonly Stored<Document>[]> {
  const normalized = normalizeMangoQuery<Stored<Document>>(jsonSchema, query) as FilledMangoQuery<Document>;
  return (await storageInstance.query(prepareQuery(jsonSchema, normalized))).documents;
}

export interface ChangeOnDisk<Document> {
  /** The state the change is based on; `undefined` when there was none. */
  readonly previous: Stored<Document> | undefined;
  readonly next: Document & { readonly _deleted?: boolean };
}

/**
 * Replaces documents that are unchanged since they were read, in one bulk write.
 * @returns ids of the documents that changed meanwhile; those are left alone
 */
export async function replaceOnDisk<Document>(
  { storageInstance }: RxCollection<Document>,
  changes: readonly ChangeOnDisk<Document>[],
): Promise<readonly string[]> {
  if (changes.length === 0) return [];
  const rows = changes.map(({ previous, next }) => ({
    ...(previous ? { previous } : {}),
    document: {
      ...withoutMeta(next),
      _deleted: next._deleted ?? false,
      _attachments: {},
      _meta: previous ? { ...previous._meta, lwt: now() } : { lwt: now() },
      _rev: getDefaultRevision(),
    } as Stored<Document>,
  }));
  const { error } = await storageInstance.bulkWrite(rows, 'nankeen');
  const failed = error.find(({ status }) => status !== 409);
  if (failed) throw new Error(`The local store refused a document (${failed.status}).`, { cause: failed });
  return error.map(({ documentId }) => documentId);
}

/**
 * Changes a document, whichever tab wrote it last.
 * @param change returns the new state, `undefined` to delete it; called again when another write came first
 * @returns the document as it is now; `undefined` when there is none
 */
export async function changeOnDisk<Document>(
  collection: RxCollection<Document>,
  id: string,
  change: (document: Document) => Document | undefined,
): Promise<Document | undefined> {
  for (;;) {
    const [previous] = await readFromDisk(collection, [id]);
    if (!previous) return undefined;
    const current = withoutMeta<Document>(previous);
    const next = change(current);
    if (next === current) return current;
    const overtaken = await replaceOnDisk(collection, [
      { previous, next: next ?? { ...current, _deleted: true } },
    ]);
    if (overtaken.length === 0) return next;
  }
}

/** The document without RxDB's own fields. */
export function withoutMeta<Document>(stored: Document): Document {
  const { _meta, _rev, _attachments, ...document } = stored as Document & Record<string, unknown>;
  return document as Document;
}
