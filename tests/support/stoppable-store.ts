import type { CommitScope, DocumentStore } from '#server/core/document-store.ts';

/** A store as one node sees it, which can be stopped like the node's process. */
export interface Stoppable {
  readonly store: DocumentStore;
  /** Leaves the node's calls without an answer until it goes on. @param name only calls of this method */
  standStill(name?: string): void;
  /** Does so once the node has stored one step of a job. */
  standStillAfterStep(): void;
  /** How many calls have no answer. */
  waiting(): number;
  /** Lets the node's commits of documents fail until it goes on. */
  fail(error: Error): void;
  goOn(): void;
}

/** @param aheadMs how far the clock of the node's holds is ahead */
export function toStoppable(shared: DocumentStore, aheadMs: () => number): Stoppable {
  let stopped: { readonly name: string | undefined; readonly until: Promise<void> } | undefined;
  let failure: Error | undefined;
  let waiting = 0;
  /** Steps that are still stored; without a limit if absent. */
  let stepsLeft: number | undefined;
  let goOn = () => {};

  function standStill(name?: string): void {
    if (stopped && stopped.name === name) return;
    stopped = { name, until: new Promise((resolve) => (goOn = resolve)) };
  }

  async function answer(name: string, call: () => unknown, scope: unknown): Promise<unknown> {
    const isStep = name === 'commit' && (scope as CommitScope).documents.length > 0;
    if (isStep && stepsLeft === 0) standStill();
    if (isStep && stepsLeft !== undefined) stepsLeft -= 1;
    waiting += 1;
    while (stopped && name === (stopped.name ?? name)) await stopped.until;
    waiting -= 1;
    if (failure && isStep) throw failure;
    return name === 'now' ? Number(await call()) + aheadMs() : call();
  }

  const toProxy = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get(_target, name): unknown {
        const member: unknown = Reflect.get(target, name);
        if (name === 'jobs') return toProxy(member as object);
        if (typeof member !== 'function' || name === 'onCommit' || name === 'failure') return member;
        return (...parts: unknown[]) =>
          answer(String(name), () => Reflect.apply(member, target, parts), parts[0]);
      },
    });

  return {
    store: toProxy(shared),
    standStill,
    standStillAfterStep: () => void (stepsLeft = 1),
    waiting: () => waiting,
    fail: (error) => void (failure = error),
    goOn() {
      stopped = stepsLeft = undefined;
      failure = undefined;
      goOn();
    },
  };
}
