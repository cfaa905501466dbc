import type { CommitEvent, CommittedDeletes, Decision, DocumentStore } from '#server/core/document-store.ts';

/** Notifies a store's listeners of durable commits. */
export function createCommitListeners() {
  const listeners = new Set<(event: CommitEvent) => void>();
  const add: DocumentStore['onCommit'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    add,
    notify(event: CommitEvent): void {
      for (const listener of listeners) listener(event);
    },
  };
}

/** The event for a decision; `undefined` for one that changed no document. */
export function toCommitEvent(decision: Decision<unknown>): CommitEvent | undefined {
  const { history, documents, evictions, progress } = decision;
  const sequence = history.at(-1)?.sequence;
  if (sequence === undefined) return undefined;
  const touched = new Map<string, CommitEvent['touched'][number]>();
  let last: CommitEvent['touched'][number] | undefined;
  for (const { collection, audience } of [...documents, ...evictions]) {
    // A job's documents mostly share one collection and audience.
    if (last?.collection === collection && last.audience === audience) continue;
    last = { collection, audience };
    touched.set(`${collection}/${audience}`, last);
  }
  const deletes = countDeletes(decision);
  const event = { sequence, touched: [...touched.values()], ...(deletes ? { deletes } : {}) };
  return progress ? { ...event, isOfJob: true } : event;
}

/** The entries of one decision have one author. */
function countDeletes({ history }: Decision<unknown>): CommittedDeletes | undefined {
  let count = 0;
  for (const { operation } of history) if (operation === 'delete') count += 1;
  const [entry] = history;
  return count > 0 && entry ? { count, updatedBy: entry.updatedBy, device: entry.device } : undefined;
}
