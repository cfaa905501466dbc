import { toContent } from '#shared/sync/wire-document.ts';
import { deleteBrowserStore, readBrowserStore } from './browser-store.ts';
import { readIdentity } from '../session/identity.ts';
import { storage } from '../platform.ts';
import { forgetSentinel } from './sentinel.ts';
import { earlierNames } from './store-layout.ts';
import type { Draft } from '../sync/draft-record.ts';
import type { OutboxRecord } from '../sync/outbox-record.ts';
import type { UnsyncedText } from '../sync/export-unsynced.ts';

/** What the server hasn't taken, read past a store that doesn't open as a whole; nothing of what can't be read. */
export async function readRescue(): Promise<readonly UnsyncedText[]> {
  const { databaseName } = readIdentity(storage);
  const names = [databaseName, ...earlierNames(databaseName)];
  const read = async (collection: string) =>
    (await Promise.all(names.map((name) => readBrowserStore(name, collection).catch(() => [])))).flat();
  const [outbox, drafts] = await Promise.all([read('outbox'), read('drafts')]);
  const lines = new Map<string, string[]>();
  const add = (collection: string, document: object) =>
    lines.set(collection, [...(lines.get(collection) ?? []), JSON.stringify(document)]);
  for (const { collectionName, documentId, trail } of outbox as OutboxRecord[]) {
    const newest = trail.at(-1);
    if (newest && !newest.deleted) add(collectionName, toContent({ ...newest.data, FBUID: documentId }));
  }
  for (const { collectionName, documentId, kind, content } of drafts as Draft[]) {
    if (kind !== 'conflict') add(collectionName, { FBUID: documentId, ...content });
  }
  return [...lines].map(([collection, found]) => ({ collection, text: `${found.join('\n')}\n` }));
}

/** Removes this identity's store from the device; the next page makes it anew and fetches everything again. */
export async function startAfresh(): Promise<void> {
  const { databaseName } = readIdentity(storage);
  for (const name of [databaseName, ...earlierNames(databaseName)]) {
    forgetSentinel(name, storage);
    await deleteBrowserStore(name);
  }
}
