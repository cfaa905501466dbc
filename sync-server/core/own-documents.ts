import { ANONYMOUS, type Owner } from '#shared/access/actor.ts';
import { findCollection } from '#shared/collections/catalogue.ts';
import type { DocumentStore } from './document-store.ts';
import { historyTexts } from './export-lines.ts';

/** An account whose documents are read. */
export interface OwnAccount {
  readonly accountId: string;
  readonly email: string;
}

/**
 * The documents that an account alone owns, deleted ones included, as the text of a JSON array in pieces; each with its
 * whole history, newest entry first, in which other people are not named. What staff write for everybody is not theirs.
 */
export async function* ownDocumentTexts(
  store: DocumentStore,
  { accountId, email }: OwnAccount,
): AsyncGenerator<string> {
  const owner: Owner = `account:${accountId}`;
  // Without the rights of staff, who would see the authors of all entries.
  const reader = { ...ANONYMOUS, accountId, email };
  let separator = '[';
  for (const key of await store.ownedBy(owner)) {
    const document = await store.read(key);
    if (document?.audience !== owner) continue;
    const { collection, id, deleted, data, isDamaged = false } = document;
    const kind = findCollection(collection)?.label ?? collection;
    const head = { kind, id, isDeleted: deleted, content: isDamaged ? null : data };
    yield `${separator}${JSON.stringify(head).slice(0, -1)},"history":`;
    separator = ',\n';
    yield* toArray(historyTexts(store, key, reader));
    yield '}';
  }
  yield separator === '[' ? '[]' : ']';
}

async function* toArray(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let separator = '[';
  for await (const text of texts) {
    yield separator + text;
    separator = ',\n';
  }
  yield separator === '[' ? '[]' : ']';
}
