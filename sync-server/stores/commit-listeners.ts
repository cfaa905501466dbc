import type { CommitEvent, Decision, DocumentStore } from '#server/core/document-store.ts';

/** Tells a store's listeners of what a durable commit touched. */
export function createCommitListeners() {
  const listeners = new Set<(event: CommitEvent) => void>();
  const add: DocumentStore['onCommit'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    add,
    tell({ history, documents, evictions }: Decision<unknown>): void {
      const newest = history.at(-1);
      if (!newest) return;
      const touched = new Map(
        [...documents, ...evictions].map(({ collection, audience }) => [
          `${collection}/${audience}`,
          { collection, audience },
        ]),
      );
      const event = { sequence: newest.sequence, touched: [...touched.values()] };
      for (const listener of listeners) listener(event);
    },
  };
}
