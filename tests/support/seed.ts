/**
 * Seed of the property tests. fast-check prints it with a failure; `TEST_SEED=<number>` repeats that run.
 */
export const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31);
