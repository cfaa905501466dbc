import { COLLECTIONS } from '#shared/collections/catalogue.ts';
import type { CollectionDefinition } from '#shared/collections/collection.ts';

type Versioned = Pick<CollectionDefinition, 'version'>;

/** A store's layout number: the sum of its collections' versions, so it only ever rises. */
export function layoutOf(definitions: Readonly<Record<string, Versioned>> = COLLECTIONS): number {
  return Object.values(definitions).reduce((sum, { version }) => sum + version, 0);
}

/** The store's name includes its layout, so that another version of the app never opens it. */
export function toStoreName(owner: string, layout = layoutOf()): string {
  return layout === 0 ? owner : `${owner}.${layout}`;
}

/** Names of the same owner's store in earlier layouts, newest first. */
export function earlierNames(storeName: string): readonly string[] {
  const [owner = '', layout = '0'] = storeName.split('.');
  return Array.from({ length: Number(layout) }, (_none, index) =>
    toStoreName(owner, Number(layout) - 1 - index),
  );
}
