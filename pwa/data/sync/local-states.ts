import {
  getDefaultRevision,
  normalizeMangoQuery,
  now,
  prepareQuery,
  type RxCollection,
  type RxDocumentData,
} from 'rxdb/plugins/core';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import type { LocalDatabase } from '../store/database.ts';

/** A document as the local store holds it, with the store's own revision. */
export type LocalState = WireDocument & RxDocumentData<WireDocument>;

/** Collections of the local store by a name that came over the wire. */
export function collectionOf(database: LocalDatabase, name: string): RxCollection<WireDocument> {
  const collection = (
    database.collections as unknown as Record<string, RxCollection<WireDocument> | undefined>
  )[name];
  if (!collection) throw new Error(`There is no collection ${name} on this device.`);
  return collection;
}

/** The present states of documents, deleted ones included, by id. */
export async function readStates(
  database: LocalDatabase,
  collection: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LocalState>> {
  const found = await collectionOf(database, collection).storageInstance.findDocumentsById([...ids], true);
  return new Map(found.map((state) => [state.FBUID, state as LocalState]));
}

export async function readState(
  database: LocalDatabase,
  collection: string,
  id: string,
): Promise<LocalState | undefined> {
  return (await readStates(database, collection, [id])).get(id);
}

export interface StateChange {
  /** The state the change was decided on; `undefined` when there was none. */
  readonly previous: LocalState | undefined;
  readonly next: WireDocument;
}

/**
 * Writes new states where the previous ones still stand, all in one go.
 * @returns ids of the documents that somebody else changed in the meantime; those were left alone
 */
export async function replaceStates(
  database: LocalDatabase,
  collection: string,
  changes: readonly StateChange[],
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
    } as LocalState,
  }));
  const { error } = await collectionOf(database, collection).storageInstance.bulkWrite(rows, 'nankeen');
  const failed = error.find(({ status }) => status !== 409);
  if (failed) throw new Error(`The local store refused a document (${failed.status}).`, { cause: failed });
  return error.map(({ documentId }) => documentId);
}

/** Whether the new state was written; `false` when somebody else was faster. */
export async function replaceState(
  database: LocalDatabase,
  collection: string,
  previous: LocalState | undefined,
  next: WireDocument,
): Promise<boolean> {
  return (await replaceStates(database, collection, [{ previous, next }])).length === 0;
}

/** All documents of a collection, deleted ones included. */
export async function listStates(
  database: LocalDatabase,
  collection: string,
): Promise<readonly LocalState[]> {
  const { schema, storageInstance } = collectionOf(database, collection);
  const all = normalizeMangoQuery<RxDocumentData<WireDocument>>(schema.jsonSchema, { selector: {} });
  const { documents } = await storageInstance.query(prepareQuery(schema.jsonSchema, all));
  return documents;
}

/**
 * What is left of a document that is taken off this device: a tombstone the server never had. With sequence 0 writing
 * to it is a create, and no sequence of an earlier life outranks what comes later.
 */
export function toEvicted(local: LocalState): WireDocument {
  const acknowledged = local.writeId ?? '';
  const sync = { updatedAt: '', updatedBy: '', ...local.sync, sequence: 0, acknowledged };
  return { ...(local as WireDocument), _deleted: true, sync };
}

/** Whether a write on a state is a change; on a tombstone the server never had it is a create. */
export function isKnownToServer(state: WireDocument | undefined): boolean {
  return state !== undefined && !(state._deleted && state.sync?.sequence === 0);
}

/** A document that keeps its waiting writes over a restart: whatever comes of it later is newer than the earlier life. */
export function toUnplaced(local: LocalState): WireDocument {
  const sync = { acknowledged: '', updatedAt: '', updatedBy: '', ...local.sync, sequence: 0 };
  return { ...(local as WireDocument), sync };
}

/** A document as it goes over the wire, without the local store's own fields. */
export function withoutMeta(state: WireDocument): WireDocument {
  const { _meta, _rev, _attachments, ...document } = state as WireDocument & Record<string, unknown>;
  return document;
}
