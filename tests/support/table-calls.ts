/**
 * For `beforeTableCall` of `createAccountWorld`: holds the calls of a table's method until two have come. Whatever is
 * decided before it, both have decided.
 */
export function meetAt(method: string): (call: string) => Promise<void> {
  let arrived = 0;
  let go = () => {};
  const both = new Promise<void>((resolve) => (go = resolve));
  return async (call) => {
    if (call !== method) return;
    arrived += 1;
    if (arrived === 2) go();
    await both;
  };
}

/** For the same: does something once, before the next call of a table's method. */
export function onceBefore(method: string, run: () => Promise<unknown>): (call: string) => Promise<void> {
  let isDone = false;
  return async (call) => {
    if (call !== method || isDone) return;
    isDone = true;
    await run();
  };
}
