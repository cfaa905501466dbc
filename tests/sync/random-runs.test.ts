import fc from 'fast-check';
import { expect, test } from 'vitest';
import { playRun } from '../soak/model-run.ts';
import { shrinkRun } from '../soak/model-shrink.ts';
import { run, type Run } from '../soak/model-steps.ts';
import { LATE_MESSAGES } from '../soak/pinned-runs/late-messages.ts';
import { RESTORES } from '../soak/pinned-runs/restores.ts';
import { isPlanted, isSoak, modelRuns, SEED } from '../soak/soak-setting.ts';
import { openTemporaryStore, type TemporaryStore } from '../support/temporary-store.ts';

/** A run that takes longer is stuck. */
const RUN_TIMEOUT_MS = 600_000;
/** Time limit for shrinking a failing run; the result may not be minimal. */
const SHRINK_MS = 60_000;
const PROGRESS_RUNS = 500;

test.each([...LATE_MESSAGES, ...RESTORES])(
  '[CF1] [PL4] a past failure stays fixed: $name',
  async ({ run: pinned }) => {
    expect(await play(pinned)).toEqual([]);
  },
);

test(`[CF1] [PL4] [HI2] [F18] [F19] [F20] [F21] [F24] any order of writes, deletes, refusals, crashes, resets and network faults converges without losing a write (seed ${SEED}, ${modelRuns} runs)`, async () => {
  const from = performance.now();
  let played = 0;
  const found: { run: Run; breaches: readonly string[] }[] = [];
  const isSound = async (one: Run) => {
    const breaches = await playInTime(one);
    if (breaches.length > 0) found.push({ run: one, breaches });
    return breaches.length === 0;
  };
  const property = fc.asyncProperty(run, async (one) => {
    played += 1;
    if (isSoak && played % PROGRESS_RUNS === 0) {
      const seconds = Math.round((performance.now() - from) / 1000);
      console.log(`seed ${SEED}: ${played} runs in ${seconds} s, nothing found`);
    }
    return isSound(one);
  });
  await fc.check(property, { numRuns: modelRuns, seed: SEED, endOnFailure: true });
  const first = found[0];
  if (!first) return;
  console.log(`seed ${SEED}: run ${played} fails with ${first.breaches.join('\n')}`);
  if (!isPlanted) {
    const until = performance.now() + SHRINK_MS;
    await shrinkRun(
      first.run,
      async (one) => !(await isSound(one)),
      () => performance.now() > until,
    );
  }
  const shortest = found.at(-1) ?? first;
  expect.fail(`${shortest.breaches.join('\n')}\n\n${JSON.stringify(shortest.run)}`);
}, 7_200_000);

async function playInTime(one: Run): Promise<readonly string[]> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(() => resolve([`The run has not ended within ${RUN_TIMEOUT_MS} ms.`]), RUN_TIMEOUT_MS);
  });
  try {
    return await Promise.race([play(one), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** Plays a run on SQLite. @returns the broken invariants */
async function play(one: Run): Promise<readonly string[]> {
  const opened: TemporaryStore[] = [];
  const openStore = () => {
    const temporary = openTemporaryStore();
    opened.push(temporary);
    return temporary.store;
  };
  try {
    return await playRun(one, openStore);
  } finally {
    await Promise.all(opened.map((temporary) => temporary.dispose()));
  }
}
