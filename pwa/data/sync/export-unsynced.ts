import type { AppStore } from '../app-store.ts';
import { toContent } from '#shared/sync/wire-document.ts';
import type { LocalDatabase } from '../store/database.ts';
import { readStates } from './local-states.ts';
import { withoutMeta } from './on-disk.ts';
import { listRecords } from './outbox.ts';

/** One text per collection, because an import reads one collection. */
export async function exportUnsyncedByCollection({ localStore }: AppStore): Promise<readonly UnsyncedText[]> {
  return toUnsyncedTexts((await localStore.whenOpen()).database);
}

/** Unsynced documents in the format `nankeen import <collection>` reads: one document a line. */
export interface UnsyncedText {
  readonly collection: string;
  readonly text: string;
}

/** Waiting documents in the order of writing, then rejected changes; one text per collection. */
export async function toUnsyncedTexts(database: LocalDatabase): Promise<readonly UnsyncedText[]> {
  const lines = new Map<string, string[]>();
  const add = (collection: string, document: Readonly<Record<string, unknown>>) =>
    lines.set(collection, [...(lines.get(collection) ?? []), JSON.stringify(document)]);

  for (const { collectionName, documentId } of await listRecords(database)) {
    const state = (await readStates(database, collectionName, [documentId])).get(documentId);
    if (state && !state._deleted) add(collectionName, toContent(withoutMeta(state)));
  }
  for (const rejectedChange of await database.rejectedChanges.find().exec()) {
    const { collectionName, documentId, kind } = rejectedChange;
    const content = rejectedChange.toJSON().content;
    if (kind !== 'conflict') {
      add(collectionName, { FBUID: documentId, ...content });
      continue;
    }
    // A conflict keeps only the disputed fields: add them to the current document.
    const state = (await readStates(database, collectionName, [documentId])).get(documentId);
    const mine = Object.entries(content).map(([field, both]) => [field, (both as { mine: unknown }).mine]);
    add(collectionName, {
      ...toContent(state ? withoutMeta(state) : { FBUID: documentId }),
      ...Object.fromEntries(mine),
    });
  }
  return [...lines].map(([collection, found]) => ({ collection, text: `${found.join('\n')}\n` }));
}
