import { setTimeout as wait } from 'node:timers/promises';

const PAUSE_MS = 20;

/** Calls a server repeatedly, one call at a time, until `end`. */
export function watchServer(origin: string): { end(): Promise<number> } {
  const taken: number[] = [];
  let isEnded = false;
  const calling = (async () => {
    while (!isEnded) {
      const start = performance.now();
      await (await fetch(`${origin}/api/v1/health`)).arrayBuffer();
      taken.push(performance.now() - start);
      await wait(PAUSE_MS);
    }
  })();
  return {
    /** @returns the 99th percentile in milliseconds */
    async end() {
      isEnded = true;
      await calling;
      const sorted = taken.toSorted((a, b) => a - b);
      return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
    },
  };
}
