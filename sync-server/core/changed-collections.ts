import type { Actor } from '#shared/access/actor.ts';
import { toReadScope } from '#shared/access/decide-access.ts';
import type { Poke } from '#shared/sync/messages.ts';
import type { DocumentStore } from './document-store.ts';

/** A reader, and the sequence up to which it has heard of everything. */
export interface ChangedCollectionsQuery {
  readonly actor: Actor;
  readonly after: number;
}

/**
 * Collections in which something came since, or went, that this reader may see.
 * @returns `undefined` when that isn't known any more: deletions since are forgotten, or the store never came that far
 */
export async function listChangedCollections(
  store: DocumentStore,
  { actor, after }: ChangedCollectionsQuery,
): Promise<readonly Poke[] | undefined> {
  const newest = await store.newestSequence();
  if (after > newest) return undefined;
  if (after === newest) return [];
  const found: Poke[] = [];
  for (const { name: collection } of await store.collections()) {
    const scope = toReadScope(collection, actor);
    if (scope === 'nothing') continue;
    const page = await store.changesSince({ collection, scope, after, limit: 1 });
    if (after < page.purgeHorizon) return undefined;
    if (page.documents.length + page.evictions.length > 0) found.push({ collection, sequence: page.newest });
  }
  return found;
}
