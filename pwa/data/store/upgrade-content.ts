import type { CollectionDefinition } from '#shared/collections/collection.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';

type Content = Readonly<Record<string, unknown>>;

/** Upgrades content of an earlier version of a collection to the current one. */
export type Upgrade = (collection: string, content: Content) => Content;

/**
 * Applies a collection's upgrades since a version, in order. Content that an upgrade can't handle stays unchanged:
 * nothing is lost, and the server reports what is wrong with it.
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

/** Upgrades a document's content; its sync fields are left alone. */
export function upgradeDocument(upgrade: Upgrade, collection: string, document: WireDocument): WireDocument {
  const { writeId, sync, _deleted, ...content } = document;
  return {
    ...upgrade(collection, content),
    ...(writeId === undefined ? {} : { writeId }),
    ...(sync === undefined ? {} : { sync }),
    ...(_deleted ? { _deleted } : {}),
  } as WireDocument;
}
