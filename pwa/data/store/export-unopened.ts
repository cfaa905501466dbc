import { toContent } from '#shared/sync/wire-document.ts';
import type { AppStore } from '../app-store.ts';
import { deleteBrowserStore, readBrowserStore } from './browser-store.ts';
import { readIdentity } from '../session/identity.ts';
import { deleteDeviceDatabase } from '../session/device-database.ts';
import { forgetEvictionMarker } from './data-loss.ts';
import { earlierNames } from './store-layout.ts';
import type { RejectedChange } from '../sync/rejected-change-record.ts';
import type { OutboxRecord } from '../sync/outbox-record.ts';
import type { UnsyncedText } from '../sync/export-unsynced.ts';

/** Unsynced documents of a store that doesn't open, read without RxDB; leaves out what can't be read. */
export async function readUnopened({ storage }: Pick<AppStore, 'storage'>): Promise<readonly UnsyncedText[]> {
  const { databaseName } = readIdentity(storage);
  const names = [databaseName, ...earlierNames(databaseName)];
  const read = async (collection: string) =>
    (await Promise.all(names.map((name) => readBrowserStore(name, collection).catch(() => [])))).flat();
  const [outbox, rejectedChanges] = await Promise.all([read('outbox'), read('rejectedChanges')]);
  const lines = new Map<string, string[]>();
  const add = (collection: string, document: object) =>
    lines.set(collection, [...(lines.get(collection) ?? []), JSON.stringify(document)]);
  for (const { collectionName, documentId, trail } of outbox as OutboxRecord[]) {
    const newest = trail.at(-1);
    if (newest && !newest.deleted) add(collectionName, toContent({ ...newest.data, FBUID: documentId }));
  }
  for (const { collectionName, documentId, kind, content } of rejectedChanges as RejectedChange[]) {
    if (kind !== 'conflict') add(collectionName, { FBUID: documentId, ...content });
  }
  return [...lines].map(([collection, found]) => ({ collection, text: `${found.join('\n')}\n` }));
}

/**
 * Removes this identity's stores from the device, and the device's records if its id can't be read. The next page creates
 * new ones, takes the records from their copies and pulls everything.
 */
export async function removeOwnStores({
  storage,
  installation,
}: Pick<AppStore, 'storage' | 'installation'>): Promise<void> {
  const { databaseName } = readIdentity(storage);
  for (const name of [databaseName, ...earlierNames(databaseName)]) {
    forgetEvictionMarker(name, storage);
    await deleteBrowserStore(name);
  }
  await installation.fid().catch(deleteDeviceDatabase);
}
