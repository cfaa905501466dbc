/** Whether the long setting runs: `npm run soak`. */
export const isSoak = process.env['SOAK'] !== undefined && process.env['SOAK'] !== '';

/** The suite repeats one seed, so that it turns red by a change of the sources alone; the soak looks for new ones. */
const SUITE_SEED = 2_085_034_149;

/** Seed of all soak tests. It stands in the tests' titles; `SOAK_SEED=<number>` repeats a run. */
export const SEED = Number(process.env['SOAK_SEED'] ?? (isSoak ? Date.now() % 2 ** 31 : SUITE_SEED));

/** Runs of the model: `SYNC_RUNS` overrules. */
export const modelRuns = toCount('SYNC_RUNS', { suite: 30, soak: 10_000 });

/** A count by setting; the environment variable of that name overrules. */
export function toCount(
  name: string,
  { suite, soak }: { readonly suite: number; readonly soak: number },
): number {
  return Number(process.env[name] ?? (isSoak ? soak : suite));
}

/** Whether a planted bug is being looked for: that it is found is enough, nothing need be shrunk. */
export const isPlanted = process.env['PLANTED_BUG'] !== undefined;
