import type { Database } from 'better-sqlite3';
import type { DocumentKey, StoredDocument } from '#server/core/stored-document.ts';
import type { DocumentRow, RowReader } from '../rows.ts';
import { DOCUMENT_COLUMNS, NUMBER_OF, OF_HEAD } from './statements.ts';

/** Reads the documents of a collection with these ids, any number in one statement; skips missing ones. */
export function prepareNamedRead(
  database: Database,
  rows: RowReader,
): (collection: string, ids: readonly string[]) => readonly StoredDocument[] {
  // CROSS JOIN forces a lookup per id: on a small table the query planner would scan it all.
  const named = database.prepare<[ids: string, collection: string], DocumentRow>(
    `SELECT ${DOCUMENT_COLUMNS} FROM json_each(?) AS named
     CROSS JOIN head ON head.collection = ${NUMBER_OF('?')} AND head.id = named.value ${OF_HEAD}`,
  );
  return (collection, ids) =>
    named.all(JSON.stringify(ids), collection).map((row) => rows.toStoredDocument(collection, row));
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
