import type { Actor } from '#shared/access/actor.ts';
import { toReadScope } from '#shared/access/decide-access.ts';
import type { Poke } from '#shared/sync/messages.ts';
import type { DocumentStore } from './document-store.ts';

/** A reader, and the sequence up to which it knows all changes. */
export interface ChangedCollectionsQuery {
  readonly actor: Actor;
  readonly after: number;
}

/**
 * Collections with changes or evictions after a sequence that this reader may see.
 * @returns `undefined` when that is unknown: deletions since then were purged, or the store never reached that
 *   sequence
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
