import type { Actor } from '#shared/access/actor.ts';
import { toReadScope } from '#shared/access/decide-access.ts';
import type { DocumentData, DocumentStore, StoredDocument, TextDocument } from '../document-store.ts';
import { gather } from './gather.ts';

/** The next living documents of a collection that an actor may see, in the order of their ids. */
export function nextDocuments(
  store: DocumentStore,
  collection: string,
  afterId: string,
  actor: Actor,
): Promise<readonly StoredDocument[]> {
  const scope = toReadScope(collection, actor);
  return gather(async (last: StoredDocument | undefined, limit) => {
    const texts = await store.list({ collection, scope, afterId: last?.id ?? afterId, limit });
    return texts.map(toStored);
  });
}

/** Field by field, a third of what a copy without one field costs. */
function toStored(document: TextDocument): StoredDocument {
  const { collection, id, sequence, writeId, deleted, owner, audience, json, updatedAt, updatedBy } =
    document;
  const state = { collection, id, sequence, writeId, deleted, owner, audience, updatedAt, updatedBy };
  if (document.isDamaged) return { ...state, data: {}, isDamaged: true };
  return { ...state, data: JSON.parse(json) as DocumentData };
}
