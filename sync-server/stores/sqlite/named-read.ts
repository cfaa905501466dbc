import type { Database } from 'better-sqlite3';
import type { DocumentKey, StoredDocument } from '#server/core/document-store.ts';
import { toStoredDocument, type DocumentRow } from './rows.ts';
import { DOCUMENT_COLUMNS } from './statements.ts';

/** Reads documents of a collection by their ids, however many, with one statement; those that are there. */
export function prepareNamedRead(
  database: Database,
): (collection: string, ids: readonly string[]) => readonly StoredDocument[] {
  // From name to name, never through a whole table: an order of its own choice would be that on a small one.
  const named = database.prepare<[ids: string, collection: string], DocumentRow>(
    `SELECT ${DOCUMENT_COLUMNS} FROM json_each(?) AS named
     CROSS JOIN head ON head.collection = ? AND head.id = named.value
     CROSS JOIN history ON history.sequence = head.sequence`,
  );
  return (collection, ids) => named.all(JSON.stringify(ids), collection).map(toStoredDocument);
}

export function groupIds(keys: readonly DocumentKey[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const { collection, id } of keys) {
    const ids = groups.get(collection);
    if (ids) ids.push(id);
    else groups.set(collection, [id]);
  }
  return groups;
}
