import type { Database } from 'better-sqlite3';

/** One transaction's changes to a collection's counts. */
export interface CountChange {
  readonly number: number;
  documents: number;
  deleted: number;
  entries: number;
  bytes: number;
  /** ISO time; null where nothing was written. */
  lastChange: string | null;
}

/** One transaction's count changes by collection name. */
export interface CountChanges {
  /** Returns a mutable record. A new collection gets a row. */
  of(collection: string): CountChange;
  /** Adds the changes to the table. */
  write(): void;
}

/** Maintains each collection's counts, inside a transaction of the caller. */
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
