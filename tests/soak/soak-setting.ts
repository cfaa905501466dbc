/** Whether the long setting runs: `npm run soak`. */
export const isSoak = process.env['SOAK'] !== undefined && process.env['SOAK'] !== '';

/** Seed of all soak tests. It stands in the tests' titles; `SOAK_SEED=<number>` repeats a run. */
export const SEED = Number(process.env['SOAK_SEED'] ?? Date.now() % 2 ** 31);

/** Runs of the model: `SYNC_RUNS` overrules. */
export const modelRuns = toCount('SYNC_RUNS', { suite: 60, soak: 10_000 });

/** A count by setting; the environment variable of that name overrules. */
export function toCount(
  name: string,
  { suite, soak }: { readonly suite: number; readonly soak: number },
): number {
  return Number(process.env[name] ?? (isSoak ? soak : suite));
}

/** Whether a planted bug is being looked for: that it is found is enough, nothing need be shrunk. */
export const isPlanted = process.env['SOAK_PLANTED'] !== undefined;
