import type { CommitPart, Decision, DocumentStore } from '#server/core/document-store.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { createId } from '#shared/kernel/ids.ts';

/** A store whose data can start a new life, with or without its newest commits. It knows which lives a restore ended. */
export interface ResettableStore extends DocumentStore {
  readonly restoredTo: ReadonlyMap<string, number>;
  /** A restore would bring back what is there now. */
  backUp(): void;
  /** A new epoch over the same data; what it has to do with the one before nobody knows. */
  startAnew(): void;
  /** A new epoch over the data of the last backup. */
  restore(): Promise<void>;
}

/** @param onCommit told of each part of a commit, when the last one is decided and before anybody else can commit */
export function createResettableStore(onCommit: (decision: Decision<unknown>) => void): ResettableStore {
  let epoch = createId();
  const restoredTo = new Map<string, number>();
  let store = createMemoryStore();
  const decisions: Decision<unknown>[] = [];
  let kept = 0;

  const own: Partial<ResettableStore> = {
    commit(scope, decide) {
      const parts: Decision<unknown>[] = [];
      const first = noted({ scope, decide }, (decision) => {
        parts.push(decision);
        // One that a later part refuses is no commit.
        if (decision.rest) return;
        decisions.push(...parts.map(alone));
        for (const part of parts) onCommit(part);
      });
      return store.commit(first.scope, first.decide);
    },
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
  // All else is the store of the moment.
  return new Proxy(own as ResettableStore, {
    get: (_own, name) => (name === 'epoch' ? epoch : (Reflect.get(own, name) ?? Reflect.get(store, name))),
  });
}

/** A part of a commit, and all behind it, of whose decisions somebody is told. */
function noted<Result>(
  { scope, decide }: CommitPart<Result>,
  tell: (decision: Decision<Result>) => void,
): CommitPart<Result> {
  return {
    scope,
    decide(view) {
      const decision = decide(view);
      tell(decision);
      const { rest } = decision;
      return rest ? { ...decision, rest: () => noted(rest(), tell) } : decision;
    },
  };
}

/** What one part has decided; the next ones are decided already and aren't to be again. */
function alone(decision: Decision<unknown>): Decision<unknown> {
  return { ...decision, rest: undefined };
}
