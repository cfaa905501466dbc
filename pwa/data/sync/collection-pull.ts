import type { PokePage } from '#shared/sync/messages.ts';
import { createRetryLoop, type RetryLoop, type RetryLoopOptions } from './retry-loop.ts';

/** Keeps one collection up to date: `wake` and `wakeNow` ask for a pull. */
export interface CollectionPull extends RetryLoop {
  /** Takes a page that came with a poke; pulls if it doesn't go on from what this device has. */
  take(page: PokePage): void;
}

export interface CollectionPullOptions extends Omit<RetryLoopOptions, 'run'> {
  readonly pull: () => Promise<void>;
  /** @returns whether the collection is up to date with the page */
  readonly apply: (page: PokePage) => Promise<boolean>;
}

/** More pages that wait are dropped, and pulled. */
const MAX_WAITING = 20;

export function createCollectionPull({ pull, apply, ...options }: CollectionPullOptions): CollectionPull {
  let isPullDue = false;
  let waiting: readonly PokePage[] = [];

  async function applyAll(pages: readonly PokePage[]): Promise<boolean> {
    for (const page of pages) if (!(await apply(page))) return false;
    return true;
  }

  const loop = createRetryLoop({
    ...options,
    async run() {
      // A pull that starts now brings what the waiting pages have.
      const [pages, mustPull] = [waiting, isPullDue];
      waiting = [];
      isPullDue = false;
      try {
        if (mustPull || !(await applyAll(pages))) await pull();
      } catch (error) {
        isPullDue = true;
        throw error;
      }
    },
  });

  return {
    ...loop,
    wake() {
      isPullDue = true;
      loop.wake();
    },
    wakeNow() {
      isPullDue = true;
      loop.wakeNow();
    },
    take(page) {
      if (waiting.length === MAX_WAITING) isPullDue = true;
      waiting = isPullDue ? [] : [...waiting, page];
      loop.wakeNow();
    },
  };
}
