/** Whether the long setting runs: `npm run soak`. */
export const isSoak = process.env['SOAK'] !== undefined && process.env['SOAK'] !== '';

/** The suite uses a fixed seed, so that only a source change can make it fail; the soak uses new ones. */
const SUITE_SEED = 2_085_034_149;

/** Seed of all soak tests, shown in their titles; `SOAK_SEED=<number>` repeats a run. */
export const SEED = Number(process.env['SOAK_SEED'] ?? (isSoak ? Date.now() % 2 ** 31 : SUITE_SEED));

/** Runs of the model; `SYNC_RUNS` overrides it. */
export const modelRuns = toCount('SYNC_RUNS', { suite: 30, soak: 10_000 });

/** A count by setting; the environment variable of that name overrides it. */
export function toCount(
  name: string,
  { suite, soak }: { readonly suite: number; readonly soak: number },
): number {
  return Number(process.env[name] ?? (isSoak ? soak : suite));
}

/** Whether the run looks for a planted bug: finding it is enough, without shrinking. */
export const isPlanted = process.env['PLANTED_BUG'] !== undefined;
