import { COLLECTIONS } from '#shared/collections/catalogue.ts';
import type { CollectionDefinition } from '#shared/collections/collection.ts';

type Versioned = Pick<CollectionDefinition, 'version'>;

/** Which shape a whole store has: it rises with the version of any collection, and never falls. */
export function layoutOf(definitions: Readonly<Record<string, Versioned>> = COLLECTIONS): number {
  return Object.values(definitions).reduce((sum, { version }) => sum + version, 0);
}

/** A store of each layout has a name of its own, so that an app of another version never opens it. */
export function toStoreName(owner: string, layout = layoutOf()): string {
  return layout === 0 ? owner : `${owner}.${layout}`;
}

/** Names the same owner's store had in earlier layouts, the newest first. */
export function earlierNames(storeName: string): readonly string[] {
  const [owner = '', layout = '0'] = storeName.split('.');
  return Array.from({ length: Number(layout) }, (_none, index) =>
    toStoreName(owner, Number(layout) - 1 - index),
  );
}
