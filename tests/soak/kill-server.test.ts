import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { setUpLoadedServer } from './loaded-server.ts';
import { createRandom, pickNumber } from './seeded-random.ts';
import { SEED, toCount } from './soak-setting.ts';

const cycles = toCount('KILL_CYCLES', { suite: 8, soak: 1000 });
const MOST_ACKNOWLEDGEMENTS = 120;
const PROGRESS_CYCLES = 50;
/** Peak memory limit for this load, far below where the kernel would kill the process. */
const MOST_MEGABYTES = 300;

const server = setUpLoadedServer();

test(`[F01] [F02] [F03] [F04] [F12] [DU1] after ${cycles} kills under load every acknowledged write exists exactly once (seed ${SEED})`, async () => {
  const random = createRandom(SEED);
  const from = performance.now();
  let heard = 0;
  let peak = 0;
  let killAt = Infinity;
  let onKill = () => {};
  const onAcknowledged = () => {
    heard += 1;
    if (heard >= killAt) onKill();
  };
  const loads = server.createLoads(random, onAcknowledged);

  const tellProgress = (kills: number) => {
    const failures = loads.reduce((sum, load) => sum + load.failures, 0);
    const seconds = Math.round((performance.now() - from) / 1000);
    console.log(
      `${kills} of ${cycles} kills, ${heard} acknowledged writes, ${failures} calls without an answer, ` +
        `at most ${peak} MB, ${seconds} s (seed ${SEED})`,
    );
  };

  for (let cycle = 0; cycle < cycles; cycle++) {
    killAt = heard + 1 + pickNumber(random, MOST_ACKNOWLEDGEMENTS);
    let isKilled = false;
    const killed = new Promise<void>((resolve) => {
      onKill = () => {
        killAt = Infinity;
        // In the same turn, or when the other devices' pushes have progressed.
        setTimeout(
          () => {
            isKilled = true;
            peak = Math.max(peak, readPeakMegabytes());
            resolve(server.store.kill());
          },
          pickNumber(random, 4),
        );
      };
    });
    await Promise.all([killed, ...loads.map((load) => load.run(() => isKilled))]);
    expect(isKilled, 'the load ran until the kill').toBe(true);
    await server.checkStored(loads);
    await server.store.restart();
    if ((cycle + 1) % PROGRESS_CYCLES === 0) tellProgress(cycle + 1);
  }
  expect(peak, 'the most memory it held, in MB').toBeLessThan(MOST_MEGABYTES);

  await server.finish(loads);
  tellProgress(cycles);
}, 7_200_000);

/** Of the running server; 0 on systems other than Linux. */
function readPeakMegabytes(): number {
  const status = `/proc/${server.store.pid()}/status`;
  if (!existsSync(status)) return 0;
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(status, 'utf8'))?.[1]) / 1024);
}
