/** Longest time between two yields, in ms. */
const SLICE_MS = 8;

/** Does work of many short steps and yields to other calls in between. @returns false if the work was given up */
export type WorkInSlices = (steps: Iterable<unknown>) => Promise<boolean>;

/** @param isUnwanted asked after each yield */
export function createWorkInSlices(isUnwanted: () => boolean): WorkInSlices {
  let begin = performance.now();
  return async (steps) => {
    for (const _step of steps) {
      if (performance.now() - begin < SLICE_MS) continue;
      await new Promise(setImmediate);
      if (isUnwanted()) return false;
      begin = performance.now();
    }
    return true;
  };
}
