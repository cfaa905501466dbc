import { whenShop } from './shop-handle.ts';
import { toUnsyncedTexts, type UnsyncedText } from './sync/unsynced-texts.ts';

/** What the server hasn't taken, in one text: one document a line, collection after collection. */
export async function exportUnsynced(): Promise<string> {
  return (await exportUnsyncedByCollection()).map(({ text }) => text).join('');
}

/** A text for each collection, as one import takes one collection. */
export async function exportUnsyncedByCollection(): Promise<readonly UnsyncedText[]> {
  return toUnsyncedTexts((await whenShop()).database);
}
