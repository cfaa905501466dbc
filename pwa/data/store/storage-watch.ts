import { createStore, type ReadableStore } from '#pwa/create-store.ts';

/** Notices that the browser's storage does not respond, e.g. because another tab hangs in a transaction. */
export interface StorageWatch {
  /** Whether followed work is overdue. */
  readonly isSilent: ReadableStore<boolean>;
  /** Follows work that needs nothing but the browser's storage. @returns its result */
  follow<Result>(work: Promise<Result>): Promise<Result>;
}

const OVERDUE_AFTER_MS = 10_000;

export function createStorageWatch(): StorageWatch {
  const isSilent = createStore(false);
  let overdue = 0;
  return {
    isSilent,
    async follow(work) {
      let isOverdue = false;
      const timer = setTimeout(() => {
        isOverdue = true;
        overdue += 1;
        isSilent.set(true);
      }, OVERDUE_AFTER_MS);
      try {
        return await work;
      } finally {
        clearTimeout(timer);
        if (isOverdue) overdue -= 1;
        if (overdue === 0) isSilent.set(false);
      }
    },
  };
}
