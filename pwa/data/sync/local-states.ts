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

/** A document as stored locally, with RxDB's own fields. */
export type LocalState = WireDocument & RxDocumentData<WireDocument>;

/** The local collection for a name from the wire. @throws Error when there is none */
export function collectionOf(database: LocalDatabase, name: string): RxCollection<WireDocument> {
  const collection = (
    database.collections as unknown as Record<string, RxCollection<WireDocument> | undefined>
  )[name];
  if (!collection) throw new Error(`There is no collection ${name} on this device.`);
  return collection;
}

/** The current states of documents by id, deleted ones included. */
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
  /** The state the change is based on; `undefined` when there was none. */
  readonly previous: LocalState | undefined;
  readonly next: WireDocument;
}

/**
 * Replaces states that are unchanged since they were read, in one bulk write.
 * @returns ids of the documents that changed meanwhile; those are left alone
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

/** @returns whether the state was written; `false` when another write came first */
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
 * A tombstone the server never had, for a document that leaves this device. With sequence 0 the next write is a create,
 * and no sequence of an earlier epoch outranks a later state.
 */
export function toEvicted(local: LocalState): WireDocument {
  const acknowledged = local.writeId ?? '';
  const sync = { updatedAt: '', updatedBy: '', ...local.sync, sequence: 0, acknowledged };
  return { ...(local as WireDocument), _deleted: true, sync };
}

/** Whether the server knows this state, so that a write on it is an update and not a create. */
export function isKnownToServer(state: WireDocument | undefined): boolean {
  return state !== undefined && !(state._deleted && state.sync?.sequence === 0);
}

/** The state with sequence 0, so that any state of the new epoch counts as newer; its waiting writes stay. */
export function resetSequence(local: LocalState): WireDocument {
  const sync = { acknowledged: '', updatedAt: '', updatedBy: '', ...local.sync, sequence: 0 };
  return { ...(local as WireDocument), sync };
}

/** The document without RxDB's own fields, as sent over the wire. */
export function withoutMeta(state: WireDocument): WireDocument {
  const { _meta, _rev, _attachments, ...document } = state as WireDocument & Record<string, unknown>;
  return document;
}
