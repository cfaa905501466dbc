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

/** @param onCommit called with each decision before the next commit */
export function createResettableStore(onCommit: (decision: Decision<unknown>) => void): ResettableStore {
  let epoch = createId();
  const restoredTo = new Map<string, number>();
  let store = createMemoryStore();
  const decisions: Decision<unknown>[] = [];
  let kept = 0;

  const own: Partial<ResettableStore> = {
    commit: (scope, decide) =>
      store.commit(scope, (view) => {
        const decision = decide({ ...view, epoch });
        decisions.push(decision);
        onCommit(decision);
        return decision;
      }),
    backUp: () => void (kept = decisions.length),
    startAnew: () => void (epoch = createId()),
    restoredTo,
    async restore() {
      const ended = epoch;
      epoch = createId();
      decisions.length = kept;
      store = createMemoryStore();
      for (const decision of decisions) await store.commit({ documents: [], writeIds: [] }, () => decision);
      const newest = await store.newestSequence();
      for (const [life, sequence] of restoredTo) restoredTo.set(life, Math.min(sequence, newest));
      restoredTo.set(ended, newest);
    },
  };
  // All else is delegated to the current store.
  return new Proxy(own as ResettableStore, {
    get: (_own, name) => (name === 'epoch' ? epoch : (Reflect.get(own, name) ?? Reflect.get(store, name))),
  });
}
