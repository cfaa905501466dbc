import fc from 'fast-check';
import { test } from 'vitest';
import { SEED, toCount } from '../soak/soak-setting.ts';
import { createDifferentialWorld, type Push, type Step } from './differential-world.ts';

const RUNS = toCount('DIFFERENTIAL_RUNS', { suite: 60, soak: 10_000 });

const pushed: fc.Arbitrary<Push> = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  change: fc.constantFrom('edit', 'edit', 'delete', 'same'),
  base: fc.constantFrom('newest', 'newest', 'older', 'none'),
  isWhole: fc.boolean(),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('push' as const),
    rows: fc.uniqueArray(pushed, { minLength: 1, maxLength: 4, selector: ({ id }) => id }),
    isRepeated: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('pull' as const),
    reader: fc.nat(1),
    limit: fc.integer({ min: 1, max: 4 }),
    goesBack: fc.boolean(),
  }),
);

// In memory only: each run opens a store.
test(
  `[PU2] [PU4] [PU6] [PL2] [PL3] [SQ1] push and pull behave like RxDB’s own master except where the protocol differs (seed ${SEED}, ${RUNS} runs)`,
  { timeout: 60_000 + RUNS * 200 },
  async () => {
    const steps = fc.array(step, { minLength: 1, maxLength: 40, size: 'max' });
    await fc.assert(
      fc.asyncProperty(steps, async (run) => {
        const world = await createDifferentialWorld();
        try {
          for (const one of run) await world.play(one);
          await world.catchUp();
        } finally {
          await world.close();
        }
      }),
      { seed: SEED, numRuns: RUNS },
    );
  },
);
