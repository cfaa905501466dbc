import type { Actor } from '#shared/access/actor.ts';
import { toReadScope } from '#shared/access/decide-access.ts';
import type { DocumentStore } from '../document-store.ts';
import { BATCH_DOCUMENTS } from './work.ts';

/** Ids of the next living documents of a collection that an actor may see, in order. */
export async function nextIds(
  store: DocumentStore,
  collection: string,
  afterId: string,
  actor: Actor,
): Promise<readonly string[]> {
  const scope = toReadScope(collection, actor);
  const documents = await store.list({ collection, scope, afterId, limit: BATCH_DOCUMENTS });
  return documents.map(({ id }) => id);
}
