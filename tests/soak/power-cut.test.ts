import { expect, test } from 'vitest';
import { checkImage } from './power-cut-check.ts';
import { canRecord, recordLoad } from './power-cut-recorder.ts';
import { cutPower } from './power-cuts.ts';
import { SEED, toCount } from './soak-setting.ts';

const IMAGES = toCount('POWER_CUTS', { suite: 40, soak: 5000 });
const IMAGES_OF_A_RECORDING = 250;
const PUSHES = 160;
/** Pages in the log before a checkpoint into the data file. The last is SQLite's default; smaller numbers give a short run many checkpoints. */
const CHECKPOINT_PAGES = [60, 25, 200, 1000];

if (canRecord()) {
  test(`[F05] [F04] [F14] [F66] [DU1] [PU1] ${IMAGES} power cuts under load lose no acknowledged write and tear no file (seed ${SEED})`, async () => {
    const from = performance.now();
    let cut = 0;
    for (let round = 0; cut < IMAGES; round++) {
      const checkpointPages = CHECKPOINT_PAGES[round % CHECKPOINT_PAGES.length] ?? 1000;
      const events = await recordLoad('power-cut-load', [PUSHES, checkpointPages]);
      const count = Math.min(IMAGES - cut, IMAGES_OF_A_RECORDING);
      const breaches = cutPower(events, { count, seed: SEED + round, check: checkImage });
      expect(breaches.slice(0, 20), `of recording ${round}, ${breaches.length} in all`).toEqual([]);
      cut += count;
      const seconds = Math.round((performance.now() - from) / 1000);
      console.log(`${cut} of ${IMAGES} power cuts, nothing lost, nothing torn, ${seconds} s (seed ${SEED})`);
    }
  }, 3_600_000);
} else {
  console.info('This machine lets no process record another (strace): power cuts are left out.');
}
