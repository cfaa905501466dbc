import type { RxCollection } from 'rxdb/plugins/core';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import type { LocalDatabase } from '../store/database.ts';
import { queryDisk, readFromDisk, replaceOnDisk, type Stored, type ChangeOnDisk } from './on-disk.ts';

/** A document as stored locally, with RxDB's own fields. */
export type LocalState = WireDocument & Stored<WireDocument>;

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
  const found = await readFromDisk(collectionOf(database, collection), ids, true);
  return new Map(found.map((state) => [state.FBUID, state as LocalState]));
}

export async function readState(
  database: LocalDatabase,
  collection: string,
  id: string,
): Promise<LocalState | undefined> {
  return (await readStates(database, collection, [id])).get(id);
}

export type StateChange = ChangeOnDisk<WireDocument>;

/** Replaces states as `replaceOnDisk` does. */
export function replaceStates(
  database: LocalDatabase,
  collection: string,
  changes: readonly StateChange[],
): Promise<readonly string[]> {
  return replaceOnDisk(collectionOf(database, collection), changes);
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
  return queryDisk(collectionOf(database, collection), { selector: {} });
}

/**
 * A tombstone the server never had, for a document that leaves this device, without its content: this reader may no
 * longer have it. With sequence 0 the next write is a create, and no sequence of an earlier epoch outranks a later state.
 */
export function toEvicted(local: LocalState): WireDocument {
  const { FBUID, writeId = '', createdAt = '' } = local;
  return {
    FBUID,
    writeId,
    createdAt,
    _deleted: true,
    sync: { sequence: 0, acknowledged: writeId, updatedAt: '', updatedBy: '' },
  };
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
