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

/** All fields in one literal: what is spread and added to is of a shape that V8 looks up anew at every read. */
function toStored(document: TextDocument): StoredDocument {
  const { collection, id, sequence, writeId, deleted, owner, audience, json, updatedAt, updatedBy } =
    document;
  const data = document.isDamaged ? {} : (JSON.parse(json) as DocumentData);
  const state = { collection, id, sequence, writeId, deleted, owner, audience, data, updatedAt, updatedBy };
  return document.isDamaged ? { ...state, isDamaged: true } : state;
}
