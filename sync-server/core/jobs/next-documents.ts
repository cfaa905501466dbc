import type { Actor } from '#shared/access/actor.ts';
import { toReadScope } from '#shared/access/decide-access.ts';
import type { DocumentStore, TextDocument } from '../document-store.ts';
import type { DocumentData, StoredDocument } from '../stored-document.ts';
import { readBatch, PAGE } from './read-batch.ts';

/** Characters per page, all documents together: reading that much takes a few milliseconds. */
const PAGE_LENGTH = 500_000;
const FIRST_PAGE = 10;

/** The next documents after an id that are not deleted and that the actor may see, ordered by id. */
export type NextDocuments = (afterId: string) => Promise<readonly StoredDocument[]>;

/** Adapts the page size to the documents: a hundred of one megabyte each would block the server and fill its memory. */
export function createNextDocuments(store: DocumentStore, collection: string, actor: Actor): NextDocuments {
  const scope = toReadScope(collection, actor);
  let limit = FIRST_PAGE;

  async function readPage(afterId: string): Promise<readonly StoredDocument[]> {
    const texts = await store.list({ collection, scope, afterId, limit });
    const length = texts.reduce((sum, { json }) => sum + json.length, 0);
    if (length > 0) limit = Math.max(1, Math.min(PAGE, Math.floor((PAGE_LENGTH * texts.length) / length)));
    return texts.map(toStored);
  }

  return (afterId) =>
    readBatch(
      (last: StoredDocument | undefined) => readPage(last?.id ?? afterId),
      () => limit,
    );
}

/** All fields in one literal: V8 gives an object built by spreading a shape that is looked up again at every read. */
function toStored(document: TextDocument): StoredDocument {
  const { collection, id, sequence, writeId, deleted, owner, audience, json, updatedAt, updatedBy } =
    document;
  const data = document.isDamaged ? {} : (JSON.parse(json) as DocumentData);
  const state = { collection, id, sequence, writeId, deleted, owner, audience, data, updatedAt, updatedBy };
  return document.isDamaged ? { ...state, isDamaged: true } : state;
}
