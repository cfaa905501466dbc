import type { CollectionDefinition } from '#shared/collections/collection.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';

type Content = Readonly<Record<string, unknown>>;

/** Brings content of an earlier version of a collection to its present shape. */
export type Upgrade = (collection: string, content: Content) => Content;

/**
 * The upgrades a collection owes since a version, one after the other. Content that an upgrade can't take stays as it
 * is: the server says what is wrong with it, and the person's words are kept.
 */
export function upgradeContent(
  { version, upgrades }: Pick<CollectionDefinition, 'version' | 'upgrades'>,
  from: number,
  content: Content,
): Content {
  try {
    let upgraded = content;
    for (let next = from + 1; next <= version; next++) upgraded = upgrades[next]?.(upgraded) ?? upgraded;
    return upgraded;
  } catch {
    return content;
  }
}

/** The same for a document with what synchronisation has put on it, which no upgrade sees. */
export function upgradeDocument(upgrade: Upgrade, collection: string, document: WireDocument): WireDocument {
  const { writeId, sync, _deleted, ...content } = document;
  return {
    ...upgrade(collection, content),
    ...(writeId === undefined ? {} : { writeId }),
    ...(sync === undefined ? {} : { sync }),
    ...(_deleted ? { _deleted } : {}),
  } as WireDocument;
}
