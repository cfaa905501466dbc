import type { Database } from 'better-sqlite3';

/** What a transaction changes of a collection's counts. */
export interface CountChange {
  readonly number: number;
  documents: number;
  deleted: number;
  entries: number;
  bytes: number;
  /** ISO time; null where nothing was written. */
  lastChange: string | null;
}

/** The changes of one transaction, by the name of the collection. */
export interface CountChanges {
  /** The caller changes what it gets. A new collection gets a row. */
  of(collection: string): CountChange;
  /** Adds the changes to the table. */
  write(): void;
}

/** Keeps count of what each collection holds, inside a transaction of the caller. */
export function prepareCollectionCounts(database: Database): () => CountChanges {
  const find = database
    .prepare<[name: string], number>(`SELECT number FROM collection WHERE name = ?`)
    .pluck();
  const add = database.prepare(`INSERT INTO collection (name) VALUES (?)`);
  const change = database.prepare<CountChange>(
    `UPDATE collection SET documents = documents + @documents, deleted = deleted + @deleted,
       entries = entries + @entries, bytes = bytes + @bytes,
       lastChange = COALESCE(MAX(lastChange, @lastChange), @lastChange, lastChange)
     WHERE number = @number`,
  );
  return () => {
    const changes = new Map<string, CountChange>();
    return {
      of(name) {
        const known = changes.get(name);
        if (known) return known;
        const number = find.get(name) ?? Number(add.run(name).lastInsertRowid);
        const none = { number, documents: 0, deleted: 0, entries: 0, bytes: 0, lastChange: null };
        changes.set(name, none);
        return none;
      },
      write() {
        for (const one of changes.values()) change.run(one);
      },
    };
  };
}
