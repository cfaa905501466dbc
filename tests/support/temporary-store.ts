import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '#shared/kernel/clock.ts';
import type { CompactableStore } from '#server/core/compactable-store.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { openDatabase, type DatabasePair } from '#server/stores/sqlite/open-database.ts';
import { createSqliteStore } from '#server/stores/sqlite/sqlite-store.ts';

/** A SQLite store in a temporary folder. */
export interface TemporaryStore {
  readonly file: string;
  readonly database: DatabasePair;
  readonly store: DocumentStore & CompactableStore;
  /** Closes the store and removes the folder. */
  dispose(): Promise<void>;
}

export function openTemporaryStore(clock?: Clock, rejectedBytes?: number): TemporaryStore {
  const folder = mkdtempSync(join(tmpdir(), 'nankeen-store-'));
  const file = join(folder, 'data.sqlite');
  const database = openDatabase(file);
  const store = createSqliteStore(database, clock, { rejectedBytes });
  return {
    file,
    database,
    store,
    async dispose() {
      if (database.writer.open) await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
