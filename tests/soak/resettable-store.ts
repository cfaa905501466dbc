import type { Decision, DocumentStore } from '#server/core/document-store.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { createId } from '#shared/kernel/ids.ts';

/** A store that can start a new epoch, with or without its newest commits, and knows which epochs a restore ended. */
export interface ResettableStore extends DocumentStore {
  readonly restoredTo: ReadonlyMap<string, number>;
  /** Backs up the current data for a restore. */
  backUp(): void;
  /** Starts a new epoch over the same data, with an unknown relation to the previous one. */
  startAnew(): void;
  /** Starts a new epoch over the data of the last backup. */
  restore(): Promise<void>;
}

/**
 * @param onCommit called with each decision, in their order
 * @param store an empty one
 * @param replace makes another empty one
 */
export function createResettableStore(
  onCommit: (decision: Decision<unknown>) => void,
  store: DocumentStore = createMemoryStore(),
  replace: () => DocumentStore | Promise<DocumentStore> = () => createMemoryStore(),
): ResettableStore {
  let epoch = createId();
  const restoredTo = new Map<string, number>();
  let current = store;
  const decisions: Decision<unknown>[] = [];
  let kept = 0;

  const own: Partial<ResettableStore> = {
    async commit(scope, decide) {
      // The last decision counts: a store may decide twice.
      let decided: Decision<unknown> | undefined;
      const result = await current.commit(scope, (view) => {
        const decision = decide({ ...view, epoch });
        decided = decision;
        return decision;
      });
      if (decided) {
        decisions.push(decided);
        onCommit(decided);
      }
      return result;
    },
    backUp: () => void (kept = decisions.length),
    startAnew: () => void (epoch = createId()),
    restoredTo,
    async restore() {
      const ended = epoch;
      epoch = createId();
      decisions.length = kept;
      current = await replace();
      for (const decision of decisions) {
        const documents = decision.history.map(({ collection, id }) => ({ collection, id }));
        await current.commit({ documents, writeIds: [] }, () => decision);
      }
      const newest = await current.newestSequence();
      for (const [life, sequence] of restoredTo) restoredTo.set(life, Math.min(sequence, newest));
      restoredTo.set(ended, newest);
    },
  };
  // All else is delegated to the current store.
  return new Proxy(own as ResettableStore, {
    get: (_own, name) => (name === 'epoch' ? epoch : (Reflect.get(own, name) ?? Reflect.get(current, name))),
  });
}
