import fc from 'fast-check';
import { expect, test } from 'vitest';
import { playRun } from '../soak/model-run.ts';
import { run } from '../soak/model-steps.ts';
import { pinnedSeeds } from '../soak/pinned-seeds.ts';
import { isPlanted, modelRuns, SEED } from '../soak/soak-setting.ts';

/** A run that takes longer than this doesn't move any more. */
const RUN_TIMEOUT_MS = 20_000;

test.each(pinnedSeeds.modelRuns)(
  '[CF1] [PL4] the run that once ended badly ends well: $name',
  async ({ run: pinned }) => {
    expect(await playRun(pinned)).toEqual([]);
  },
);

test(`[CF1] [PL4] [HI2] [F18] [F19] [F20] [F21] [F24] any order of writes, deletes, refusals, deaths, resets and network faults ends in one state, and nothing anybody wrote is lost (seed ${SEED}, ${modelRuns} runs)`, async () => {
  await fc.assert(
    fc.asyncProperty(run, async (steps) => {
      expect(await playRun(steps)).toEqual([]);
    }),
    { numRuns: modelRuns, seed: SEED, timeout: RUN_TIMEOUT_MS, endOnFailure: isPlanted },
  );
}, 7_200_000);
