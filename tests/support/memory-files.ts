import { findFileIds } from '#shared/api/file-storage.ts';
import { RETENTION_MS } from '#server/core/maintenance.ts';
import type { Decision, DocumentStore } from '#server/core/document-store.ts';
import type { HistoryRow } from '#server/core/stored-document.ts';
import { FILE_COLLECTIONS, type FileRow, type FileStore, type FileUse } from '#server/files/file-store.ts';

/** In-memory files. */
export interface MemoryFiles extends FileStore {
  /** A document store whose commits keep the uses. */
  follow<Store extends DocumentStore>(store: Store): Store;
}

export function createMemoryFiles(): MemoryFiles {
  const rows = new Map<string, FileRow>();
  let uses: FileUse[] = [];
  const isUsed = (id: string, since: number) =>
    uses.some(({ fileId, until }) => fileId === id && (until === null || until > since));

  function note({ collection, id, operation, at, data }: HistoryRow): void {
    if (!FILE_COLLECTIONS.includes(collection)) return;
    const isOf = (use: FileUse) => use.collection === collection && use.documentId === id;
    const named = operation === 'delete' ? [] : findFileIds(JSON.stringify(data));
    const until = Date.parse(at) + RETENTION_MS;
    uses = uses
      .filter((use) => !(isOf(use) && named.includes(use.fileId)))
      .map((use) => (isOf(use) && use.until === null ? { ...use, until } : use));
    uses.push(...named.map((fileId) => ({ fileId, collection, documentId: id, until: null })));
  }

  return {
    find: async (id) => rows.get(id),
    put: async (row) => void rows.set(row.id, row),
    async change(id, decide) {
      const row = rows.get(id);
      const changed = row && decide(row);
      if (changed) rows.set(id, changed);
      return changed;
    },
    remove: async (id) => void rows.delete(id),
    removeUnnamed: async (id) =>
      !uses.some(({ fileId, until }) => fileId === id && until === null) && rows.delete(id),
    list: async (of) =>
      [...rows.values()]
        .filter(({ state }) => state === (of ?? state))
        .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1)),
    count: async (of) => [...rows.values()].filter(({ state }) => state === of).length,
    totalBytes: async (bucket, by) =>
      [...rows.values()]
        .filter((row) => row.bucket === (bucket ?? row.bucket) && (by === undefined || row.by === by))
        .reduce((sum, { bytes }) => sum + bytes, 0),
    uses: async (id) => uses.filter(({ fileId }) => id === undefined || fileId === id),
    async removeUnused(since) {
      const unused = [...rows.values()]
        .filter(({ id, state, at }) => state !== 'received' && at <= since && !isUsed(id, since))
        .map(({ id }) => id);
      for (const id of unused) rows.delete(id);
      uses = uses.filter(({ until }) => until === null || until > since);
      return unused;
    },
    follow(store) {
      const commit: DocumentStore['commit'] = async (scope, decide) => {
        let decision: Decision<unknown> | undefined;
        const result = await store.commit(scope, (view) => {
          const decided = decide(view);
          decision = decided;
          return decided;
        });
        decision?.history.forEach(note);
        return result;
      };
      // Not a copy: the store may itself be a proxy whose members can't be listed.
      return new Proxy(store, {
        get: (followed, name): unknown => (name === 'commit' ? commit : Reflect.get(followed, name)),
      });
    },
  };
}
